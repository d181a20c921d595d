"""The application for any WSGI server: ``gunicorn wsgi:app``."""

from scorekeeper import create_app

app = create_app()
application = app
