"""The access log: a line of JSON for each request, without keys.

It contains the pattern of the route (``/g/<key>``) instead of the address, so it can contain no
key, token or code. Polls without news, which are most requests of an evening, are not logged. News
that is drawn for many phones is logged once, from nobody.
"""

import json
import logging
import sys
import time
from datetime import UTC, datetime

from flask import Flask, Response, g, request

from scorekeeper.http.parts import POLL, STAMP

logger = logging.getLogger("scorekeeper.access")


def init_access_log(app: Flask) -> None:
    """Log to standard error if the setting is on."""
    if not app.config["ACCESS_LOG"]:
        return
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(message)s"))
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        logger.propagate = False
    app.before_request(_begin)
    app.after_request(_write)


def _begin() -> None:
    g.began = time.perf_counter()


def _write(response: Response) -> Response:
    if POLL in request.environ and STAMP not in request.environ:
        # It is discarded, and drawn again for the phone that asked.
        return response
    logger.info(
        json.dumps(
            {
                "at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
                "method": request.method if request.method.isalpha() else "?",
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "ms": round((time.perf_counter() - g.get("began", time.perf_counter())) * 1000, 1),
                "bytes": response.content_length,
                "from": request.remote_addr,
            }
        )
    )
    return response
