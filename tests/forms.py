"""Every form of the program, and its fields."""

from importlib import import_module
from pkgutil import iter_modules

from wtforms.fields.core import UnboundField

from scorekeeper import forms
from scorekeeper.http.save_form import SaveForm


def every_form() -> list[type[SaveForm]]:
    """All classes of forms that there are."""
    for module in iter_modules(forms.__path__):
        import_module(f"{forms.__name__}.{module.name}")
    found = [SaveForm]
    for form in found:
        found += form.__subclasses__()
    return found


def every_field() -> set[str]:
    """The names of all fields that a form reads."""
    return {
        name
        for form in every_form()
        for name in dir(form)
        if isinstance(getattr(form, name), UnboundField)
    }
