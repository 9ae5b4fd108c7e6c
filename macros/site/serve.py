"""The site, live: what is saved shows in the browser, and an error as a banner over the last good page.

Each save is an ordinary build of `site/`. A change of the program itself starts the server anew, once it is known to
load. Only sources are watched, so nothing that a build writes starts another.
"""

import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import click
from mkdocs.livereload import LiveReloadServer
from watchdog.events import FileModifiedEvent, FileSystemEventHandler

from macros.site import run
from macros.site.course import files
from macros.site.memory import program_files
from macros.site.swap import site_of

Stamps = dict[str, tuple[int, int]]
_EVERY = 0.1
_BANNER = (
    '<div role="alert" lang="es-MX" style="position:fixed;inset:0 0 auto 0;z-index:99;max-height:60vh;overflow:auto;'
    'padding:.6rem 1rem;background:#7a1f1f;color:#fff;font:16px/1.4 system-ui,sans-serif">'
    "<b>El curso tiene errores; esta es la última página que se pudo construir.</b>"
    '<pre style="white-space:pre-wrap;margin:.4rem 0 0;font-size:14px">{}</pre></div>'
)


def sources(root: Path) -> Stamps:
    """Size and time of every file that an author of the course in ROOT may save, and of the program."""
    names = [f"{root}/{name}" for name in files(root, "docs")]
    for folder in ("decks", "diagrams"):
        names += [f"{root}/{name}" for name in files(root, folder) if name.endswith(".yaml")]
    names += [str(root / "mkdocs.yml"), *(str(path) for path in root.glob("*.py")), *map(str, program_files())]
    return {name: stamp for name in names if (stamp := _stamp(name))}


def _stamp(name: str) -> tuple[int, int] | None:
    try:
        told = os.stat(name)  # noqa: PTH116 - asked of every file ten times a second
    except OSError:
        return None
    return told.st_size, told.st_mtime_ns


class Watcher(threading.Thread):
    """Tells a handler of the live server when one of the sources is not what it was; in the place of an observer."""

    def __init__(self, look: Callable[[], Stamps]) -> None:
        super().__init__(daemon=True)
        self.look, self.known = look, look()
        self.handler = FileSystemEventHandler()
        self.stopped = threading.Event()

    def schedule(self, handler: FileSystemEventHandler, path: str, *, recursive: bool) -> object:
        """Tell HANDLER from now on."""
        self.handler = handler
        return (path, recursive)

    def run(self) -> None:
        """Look ten times a second."""
        while not self.stopped.wait(_EVERY):
            now = self.look()
            if now != self.known:
                moved = sorted(name for name in now.keys() | self.known.keys() if now.get(name) != self.known.get(name))
                self.known = now
                self.handler.on_any_event(FileModifiedEvent(moved[0]))

    def stop(self) -> None:
        """Look no more."""
        self.stopped.set()


class Live(LiveReloadServer):
    """Serves the site of the course in ROOT at HOST and PORT, and builds it again when a source is saved."""

    def __init__(self, root: Path, host: str, port: int) -> None:
        self.course, self.address = root, f"{host}:{port}"
        self.reasons: list[str] = []
        self.program = _program()
        super().__init__(self.rebuilt, host, port, root=str(site_of(root)))
        self.observer: Any = Watcher(lambda: sources(root))
        self.error_handler = self.missing
        self.watch(str(root))
        self.rebuilt()

    def rebuilt(self) -> None:
        """Build once, or start anew where the program is another; what is wrong goes to the terminal and the banner."""
        if _program() != self.program:
            self.reasons = _does_not_load()
            if not self.reasons:
                self.server_close()
                command = [sys.executable, "-m", "macros.site", "--root", str(self.course), "serve", "-a", self.address]
                os.execv(sys.executable, command)  # noqa: S606 - this same program, with its new modules
        else:
            self.reasons = built(self.course)
        click.echo("\n".join(self.reasons) or "Listo.", err=bool(self.reasons))

    def missing(self, code: int) -> bytes:
        """The page shown where there is none, with CODE."""
        path = Path(self.root) / "404.html"
        page = path.read_bytes() if path.exists() else b"<!doctype html><title>Sin sitio</title><body></body>"
        return self._inject_js_into_html(page, self._visible_epoch) if code else page

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        """CONTENT that reloads itself, under the banner where there are errors."""
        page: bytes = super()._inject_js_into_html(content, epoch)  # type: ignore[no-untyped-call]
        head, body, tail = page.rpartition(b"</body>")
        banner = _BANNER.format(escape("\n".join(self.reasons))).encode() if self.reasons else b""
        return head + banner + body + tail


def built(root: Path) -> list[str]:
    """Why the course in ROOT could not be built; nothing if it was. A fault of the program is told with its place."""
    try:
        return run.reasons(root)
    except Exception as error:  # noqa: BLE001 - whatever it is, the server lives on and says it
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{frame.filename}:{frame.lineno}:1: {type(error).__name__}: {error}"]


def _program() -> Stamps:
    """Size and time of every file of the program."""
    return {name: stamp for name in map(str, program_files()) if (stamp := _stamp(name))}


def _does_not_load() -> list[str]:
    """Why the program as it is on the disk does not load; nothing if it does."""
    tried = [sys.executable, "-c", "import macros.site.serve, macros.site.cli, macros.site.build"]
    done = subprocess.run(tried, capture_output=True, text=True, check=False)  # noqa: S603 - this same program
    if done.returncode == 0:
        return []
    lines = done.stderr.strip().splitlines()
    places = [line.strip().split('"') for line in lines if line.strip().startswith("File ")]
    path, line = (places[-1][1], "".join(sign for sign in places[-1][2].split(",")[1] if sign.isdigit()))
    return [f"{path}:{line}:1: {lines[-1]}"]


def serve(root: Path, address: str) -> None:
    """Serve the course in ROOT at ADDRESS until it is stopped."""
    host, _, port = address.rpartition(":")
    server = Live(root, host or "127.0.0.1", int(port))
    click.echo(f"El curso está en {server.url}")
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        server.shutdown()
