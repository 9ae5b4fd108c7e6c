"""The live site: a save shows, an error is a banner over the last good page, and nothing is built without a reason."""

import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.site

REPOSITORY = Path(__file__).parents[2]
TINY = Path(__file__).parent / "tiny"
DATA = "docs/datos/cocina.yaml"


class Live:
    """A course that is served by the real command, from a copy of the program that may be edited too."""

    def __init__(self, folder: Path, power: str = "1.5 kW") -> None:
        self.program, self.root = folder / "program", folder / "root"
        for name in ("macros", "decks", "diagrams"):
            shutil.copytree(REPOSITORY / name, self.program / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(TINY, self.root)
        self.edit(DATA, "1.5 kW", power)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.log = folder / "log"
        command = [sys.executable, "-m", "macros.site", "--root", str(self.root), "serve", "-a", self.address]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=self.program, stdout=log, stderr=subprocess.STDOUT)

    def page(self, path: str = "") -> str:
        """The page at PATH as it is served."""
        try:
            with urllib.request.urlopen(f"http://{self.address}/{path}", timeout=20) as page:
                return page.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()
        except OSError:
            return ""

    def shows(self, text: str, path: str = "", seconds: float = 25) -> bool:
        """Whether the page at PATH says TEXT within SECONDS."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text in self.page(path):
                return True
            time.sleep(0.1)
        return False

    def edit(self, name: str, old: str, new: str, *, program: bool = False) -> None:
        """Save the file NAME with NEW in the place of OLD."""
        path = (self.program if program else self.root) / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    @property
    def builds(self) -> int:
        """How many builds the terminal has told of."""
        return len(re.findall(r"^Listo\.$|: E\d{3} ", self.log.read_text("utf-8"), re.MULTILINE))


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    served = Live(tmp_path)
    assert served.shows("1.5\u00a0kW"), served.log.read_text("utf-8")
    yield served
    served.process.kill()
    served.process.wait()


def test_a_fact_a_page_and_a_new_page_show(live: Live) -> None:
    live.edit(DATA, "1.5 kW", "1.7 kW")
    assert live.shows("1.7\u00a0kW")
    live.edit("docs/otra.md", "#", "Un renglón nuevo.\n\n#")
    assert live.shows("Un renglón nuevo.", "otra/")
    (live.root / "docs/tercera.md").write_text("# Tercera\n\nAquí.\n", "utf-8")
    assert live.shows("Tercera", "tercera/")


def test_an_error_is_a_banner_over_the_last_good_page(live: Live) -> None:
    live.edit(DATA, "1.5 kW", "1.5 Kwatt")
    assert live.shows("docs/datos/cocina.yaml:6:18: E102")
    assert 'role="alert"' in live.page()
    assert "1.5\u00a0kW" in live.page()
    assert "docs/datos/cocina.yaml:6:18: E102" in live.log.read_text("utf-8")
    live.edit(DATA, "1.5 Kwatt", "1.6 kW")
    assert live.shows("1.6\u00a0kW")
    assert 'role="alert"' not in live.page()


def test_ten_idle_seconds_after_an_edit_have_seen_one_build(live: Live) -> None:
    before = live.builds
    live.edit(DATA, "1.5 kW", "1.8 kW")
    assert live.shows("1.8\u00a0kW")
    time.sleep(10)
    assert live.builds == before + 1


def test_a_changed_module_and_a_changed_style_take_effect(live: Live) -> None:
    live.edit("macros/site/theme/words.html", "Procedencia de las cifras</h2>", "De dónde salen</h2>", program=True)
    assert live.shows("De dónde salen</h2>")
    live.edit("macros/spanish.py", 'NO_BREAK_SPACE = "\\u00a0"', 'NO_BREAK_SPACE = "\\u202f"', program=True)
    assert live.shows("1.5\u202fkW")
    live.edit("macros/site/theme/assets/curso.css", ":root", "/* otro */\n:root", program=True)
    assert live.shows("/* otro */", "assets/curso.css")


def test_a_module_that_does_not_load_is_told_and_the_server_lives(live: Live) -> None:
    live.edit("macros/spanish.py", "LOCALE = ", "LOCALE = = ", program=True)
    assert live.shows("SyntaxError")
    assert re.search(r"macros/spanish\.py:\d+:1: SyntaxError", live.page())
    live.edit("macros/spanish.py", "LOCALE = = ", "LOCALE = ", program=True)
    live.edit(DATA, "1.5 kW", "1.9 kW")
    assert live.shows("1.9\u00a0kW")
    assert 'role="alert"' not in live.page()


def test_a_course_that_never_built_shows_why(tmp_path: Path) -> None:
    served = Live(tmp_path, "1.5 Kwatt")
    try:
        assert served.shows("docs/datos/cocina.yaml:6:18: E102")
    finally:
        served.process.kill()
        served.process.wait()
