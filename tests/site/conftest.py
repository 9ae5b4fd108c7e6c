"""The course built once a run, and copies of it to break."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lxml import html as lxml_html

REPOSITORY = Path(__file__).parents[2]


def copy_course(target: Path, source: Path = REPOSITORY) -> Path:
    """What an author edits, copied from SOURCE to TARGET."""
    shutil.copytree(source / "docs", target / "docs")
    shutil.copy(source / "mkdocs.yml", target / "mkdocs.yml")
    for folder in ("decks", "diagrams"):
        (target / folder).mkdir()
        for path in (source / folder).glob("*.yaml"):
            shutil.copy(path, target / folder / path.name)
    return target


def curso(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command `curso` run on the course in ROOT."""
    command = [sys.executable, "-m", "macros.site", "--root", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session", name="copy_course")
def copier() -> Callable[..., Path]:
    """`copy_course`, for a test that copies the course to a place of its own."""
    return copy_course


@pytest.fixture(scope="session", name="curso")
def curso_command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """The command, as a function of the course's folder and its arguments."""
    return curso


@pytest.fixture
def edit(course: Path) -> Callable[[str, str, str], None]:
    """Change the first OLD of a file of the copied course into NEW."""

    def change(name: str, old: str, new: str) -> None:
        path = course / name
        text = path.read_text("utf-8")
        assert old in text, f"{name} does not say {old!r}"
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the real course, built once a run, whatever the number of its workers."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "course"
    ready = shared / "ready"
    try:
        shared.mkdir()
    except FileExistsError:
        for _ in range(600):
            if ready.exists():
                return shared / "root/site"
            time.sleep(0.2)
        pytest.fail("the worker that builds the site never told that it was ready")
    done = curso(copy_course(shared / "root"), "build")
    assert done.returncode == 0, done.stderr + done.stdout
    ready.touch()
    return shared / "root/site"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the real course, to change and to break."""
    return copy_course(tmp_path / "root")


@pytest.fixture(scope="session")
def read_html() -> Callable[[Path], lxml_html.HtmlElement]:
    """A page of the built site as a tree."""
    return lambda path: lxml_html.fromstring(path.read_text("utf-8"))


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The built site, served on this machine."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
