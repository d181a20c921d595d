"""The application for any WSGI server: ``gunicorn wsgi:app``."""

from scorekeeper import create_app

app = create_app({"ACCESS_LOG": True})
application = app
