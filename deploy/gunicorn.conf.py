"""How gunicorn serves the app; systemd hands it the socket. See docs/deploy.md."""

wsgi_app = "wsgi:app"
workers = 4
worker_class = "gthread"
threads = 4
# More than the threads can answer wait in the socket, where any process may take them.
worker_connections = 8
# nginx opens a connection for each request, which costs nothing on a socket of this machine.
keepalive = 0
# Loaded, and the schema upgraded, once; a mistake in a setting is said once.
preload_app = True
# A save may wait 10 s for the storage.
graceful_timeout = 20
# The heartbeat of a process is a file: not on a disk that may be slow.
worker_tmp_dir = "/dev/shm"  # noqa: S108
control_socket_disable = True
