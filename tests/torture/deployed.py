"""The program as in docs/deploy.md: nginx, gunicorn, PostgreSQL and Redis with our files."""

import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from scorekeeper.config import ROOT
from tests import postgres
from tests.conftest import SECRET
from tests.servers import free_port, missing
from tests.torture import redis_server
from tests.torture.caller import LOST
from tests.torture.phone import HOST, Phone

FILES = ROOT / "deploy"
APP = "tests.torture.marked:app"
LAUNCH = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Passes on a socket like systemd."""
AROUND = """
{user}daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log info;
events {{ worker_connections 768; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
PATIENCE = 30.0


def filled(name: str, replaced: dict[str, str]) -> str:
    """A file of deploy/ with the paths, ports and names of a test."""
    text = (FILES / name).read_text(encoding="utf-8")
    for old, new in replaced.items():
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new)
    return text


def words_of(name: str, setting: str) -> list[str]:
    """The words of a setting of one of our systemd units, without the folders of a server."""
    lines = (FILES / name).read_text(encoding="utf-8").splitlines()
    (value,) = (line.partition("=")[2] for line in lines if line.startswith(f"{setting}="))
    return shlex.split(value.replace("/srv/scorekeeper/", ""))


def end(process: subprocess.Popen[bytes]) -> None:
    """Terminate the process and wait; if it does not end, kill it and fail."""
    process.terminate()
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


class Deployed:
    """The whole deployment in a folder; ``name`` is the database's."""

    def __init__(self, name: str) -> None:
        self.name = name
        # Socket paths must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
        self.port, self.plain_port = free_port(), free_port()
        self.socket = socket.socket(socket.AF_UNIX)
        self.log = self.folder / "gunicorn.log"
        self.database = f"{postgres.server()}/{name}"
        self._running: list[subprocess.Popen[bytes]] = []
        self.redis_port = free_port()
        self.gunicorn: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start everything, and wait until the program answers."""
        postgres.create(self.name)
        self.start_redis()
        self.socket.bind(str(self.folder / "http.sock"))
        self.socket.listen(1024)
        self._certify()
        self._start_nginx()
        self.start_program()

    def start_redis(self) -> None:
        """Start Redis, with nothing in it, at the address that the program knows."""
        self.redis, self.counter = redis_server.start(self.folder, self.redis_port)

    def start_program(self) -> None:
        """Start gunicorn, and wait until it answers."""
        program, *options = words_of("scorekeeper.service", "ExecStart")
        gunicorn = str(Path(sys.executable).parent / Path(program).name)
        launch = [sys.executable, "-c", LAUNCH, str(self.socket.fileno())]
        with self.log.open("ab") as log:
            self.gunicorn = subprocess.Popen(
                [*launch, gunicorn, *options, APP],
                env=self.environment(),
                pass_fds=[self.socket.fileno()],
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )
        self._wait()

    def stop_program(self) -> None:
        """Stop gunicorn like systemd."""
        if self.gunicorn is not None:
            ended, self.gunicorn = self.gunicorn, None
            end(ended)

    def stop(self) -> None:
        """Stop everything."""
        with ExitStack() as stack:
            stack.callback(shutil.rmtree, self.folder)
            stack.callback(self.socket.close)
            for one in (*self._running, self.redis):
                stack.callback(end, one)
            self.stop_program()

    def environment(self) -> dict[str, str]:
        """The environment in deploy/scorekeeper.env."""
        found = {
            "postgresql+psycopg:///scorekeeper?host=/run/postgresql": self.database,
            "change-me": SECRET,
            "redis://127.0.0.1:6379/0": self.counter,
            "/var/lib/scorekeeper": str(self.folder / "instance"),
        }
        lines = filled("scorekeeper.env", found).splitlines()
        set_here = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
        # Test clients tap faster than people.
        endless = dict.fromkeys(("SCOREKEEPER_LIMIT_ADDRESS", "SCOREKEEPER_LIMIT_PHONE"), "none")
        return {"PATH": os.environ["PATH"]} | endless | set_here

    @property
    def certificate(self) -> Path:
        """The certificate that phones trust."""
        return self.folder / "fullchain.pem"

    def _certify(self) -> None:
        ask = "req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1"
        names = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
        files = ["-keyout", str(self.folder / "privkey.pem"), "-out", str(self.certificate)]
        done = subprocess.run(
            ["openssl", *ask.split(), *names, *files], capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def _start_nginx(self) -> None:
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            missing("nginx", "nginx")
        site = {
            "listen [::]:80;": "",
            "listen [::]:80 default_server;": "",
            "listen [::]:443 ssl http2;": "",
            "listen [::]:443 ssl http2 default_server;": "",
            "listen 80": f"listen 127.0.0.1:{self.plain_port}",
            "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            "/run/scorekeeper.sock": f"{self.folder}/http.sock",
            "/var/cache/nginx/scorekeeper": f"{self.folder}/cache",
            "/var/log/nginx/scorekeeper.log": f"{self.folder}/nginx-site.log",
            f"/etc/letsencrypt/live/{HOST}": str(self.folder),
        }
        (self.folder / "site.conf").write_text(filled("nginx.conf", site))
        user = "user root;\n" if os.geteuid() == 0 else ""
        main = self.folder / "nginx.conf"
        main.write_text(AROUND.format(folder=self.folder, user=user))
        words = [str(program), "-e", f"{self.folder}/nginx.log", "-c", str(main)]
        self._running.append(subprocess.Popen(words))

    def _wait(self) -> None:
        assert self.gunicorn is not None
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.gunicorn.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the program does not answer"
            time.sleep(0.02)

    def _answers(self) -> bool:
        phone = Phone(self.port, certificate=self.certificate)
        try:
            return phone.get("/healthz").status == 200
        except LOST:
            return False
        finally:
            phone.close()


@contextmanager
def deployment(name: str) -> Iterator[Deployed]:
    """The running services of docs/deploy.md; ``name`` is the database's."""
    if postgres.programs() is None:
        missing("PostgreSQL", "postgresql")
    all_of_it = Deployed(name)
    try:
        all_of_it.start()
        yield all_of_it
    finally:
        all_of_it.stop()
