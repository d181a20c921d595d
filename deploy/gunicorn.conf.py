"""How gunicorn serves the app; systemd hands it the socket. See docs/deploy.md."""

wsgi_app = "wsgi:app"
workers = 4
worker_class = "gthread"
# More than there are for what costs more than a few pages (scorekeeper/http/gate.py).
threads = 8
# Further requests wait in the socket, where any process can accept them.
worker_connections = threads
# nginx opens a connection for each request, which costs almost nothing on a local socket.
keepalive = 0
# One process loads the app, upgrades the schema and reports mistakes in the settings.
preload_app = True
# A save may wait 10 s for the storage.
graceful_timeout = 20
# Each process touches a file as its heartbeat; a slow disk must not delay it.
worker_tmp_dir = "/dev/shm"  # noqa: S108
control_socket_disable = True
