"""The hourly backup, started after a save."""

from pathlib import Path

from flask import Flask, Response, request

from scorekeeper.store.backups import hourly_backup


def init_backing_up(app: Flask) -> None:
    """Start a due backup after each successful POST, unless the setting is off."""
    if not app.config["BACKUPS"]:
        return
    with app.app_context():
        hourly = hourly_backup(Path(app.instance_path), app.logger)

    def after(response: Response) -> Response:
        if hourly and request.method == "POST" and response.status_code < 400:
            hourly.begin()
        return response

    app.after_request(after)
