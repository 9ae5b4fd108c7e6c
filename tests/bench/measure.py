"""How long a build takes, beside plain `mkdocs build` of the same pages with their numbers typed in: `make bench`.

By turns and in processor time, as medians; `navigation.prune` on both sides. It writes the table of the README, and
fails where a ratio is not what was promised.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import courses

README = Path(__file__).parents[2] / "README.md"
_TABLE = re.compile(r"(<!-- medidas -->\n).*?(<!-- /medidas -->)", re.DOTALL)


@dataclass(frozen=True)
class Promise:
    """A time that may not pass LIMIT: a share of plain `mkdocs build` at that size, or seconds."""

    pages: int
    name: str
    limit: float
    share: bool = True


PROMISES = (
    Promise(300, "todo, de cero", 1.3),
    Promise(30, "un hecho, en tres páginas", 0.7),
    Promise(1000, "un hecho, en tres páginas", 1 / 15),
    Promise(1000, "check", 1.0, share=False),
    Promise(1000, "impact", 1.5, share=False),
    Promise(30, "serve: de guardar a ver", 0.6, share=False),
)


def processor(*command: str, cwd: Path) -> float:
    """The processor time in seconds that COMMAND takes."""
    before = getrusage(RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode and "impact" not in command:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Turn:
    """One course of so many pages, and the same pages typed."""

    def __init__(self, folder: Path, pages: int) -> None:
        self.pages, self.course, self.typed = pages, folder / "course", folder / "typed"
        courses.write_course(self.course, pages)
        courses.write_typed(self.course, self.typed)
        self.curso("build")
        self.curso("accept")
        self.edits = 0

    def curso(self, *arguments: str) -> float:
        """The processor time of the command `curso`."""
        return processor(sys.executable, "-m", "macros.site", *arguments, cwd=self.course)

    def replaced(self, name: str, pattern: str) -> None:
        """Count up the number that PATTERN finds in the file NAME of the course."""
        path = self.course / name
        text = re.sub(pattern, lambda match: f"{match[1]}{int(match[2]) + 1}", path.read_text("utf-8"), count=1)
        path.write_text(text, "utf-8")

    def plain(self) -> float:
        """A plain build."""
        return processor(sys.executable, "-m", "mkdocs", "build", "-q", cwd=self.typed)

    def clean(self) -> float:
        """A build of everything."""
        return self.curso("build", "--clean")

    def fact(self) -> float:
        """A build after a fact that stands on three pages changed."""
        self.replaced("docs/datos/contados.yaml", r"(raro:[\s\S]*?value: )(\d+)")
        return self.curso("build")

    def common(self) -> float:
        """A build after a fact that stands on one page in five changed."""
        self.replaced("docs/datos/contados.yaml", r"(comun:[\s\S]*?value: )(\d+)")
        return self.curso("build")

    def text(self) -> float:
        """A build after the text of one page changed."""
        path = self.course / "docs" / courses.page_name(self.pages // 2)
        path.write_text(path.read_text("utf-8") + "\nUna frase más.\n", "utf-8")
        return self.curso("build")

    def nothing(self) -> float:
        """A build after nothing changed."""
        return self.curso("build")

    def check(self) -> float:
        """The checks, after a fact changed."""
        self.replaced("docs/datos/contados.yaml", r"(raro:[\s\S]*?value: )(\d+)")
        return self.curso("check") if self.curso("accept") else 0

    def cold_check(self) -> float:
        """The checks with nothing kept."""
        kept = self.course / ".cache"
        kept.rename(self.course / ".aside")
        seconds = self.curso("check")
        (self.course / ".aside").rename(kept)
        return seconds

    def impact(self) -> float:
        """What an unaccepted change of a fact moves."""
        self.replaced("docs/datos/contados.yaml", r"(raro:[\s\S]*?value: )(\d+)")
        seconds = self.curso("impact")
        self.curso("accept")
        return seconds

    def measures(self) -> dict[str, Callable[[], float]]:
        """What is measured, by its name in the table."""
        return {
            "mkdocs build, sin procedencia": self.plain,
            "todo, de cero": self.clean,
            "un hecho, en tres páginas": self.fact,
            "un hecho, en una de cada cinco": self.common,
            "un texto": self.text,
            "nada": self.nothing,
            "check": self.check,
            "check, sin nada guardado": self.cold_check,
            "impact": self.impact,
        }


def by_turns(turn: Turn, times: int) -> dict[str, float]:
    """The median of each measure, all of them taken in each of TIMES rounds."""
    taken: dict[str, list[float]] = {name: [] for name in turn.measures()}
    for _ in range(times):
        for name, measure in turn.measures().items():
            taken[name].append(measure())
    return {name: statistics.median(values) for name, values in taken.items()}


def served(turn: Turn, times: int) -> float:
    """The median time in seconds from the save of a fact to its page, on a course that is served."""
    address = "127.0.0.1:8765"
    command = [sys.executable, "-m", "macros.site", "serve", "--address", address]
    taken = []
    with subprocess.Popen(command, cwd=turn.course, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _until(address, " GB")
            for _ in range(times):
                time.sleep(1.5)
                turn.replaced("docs/datos/contados.yaml", r"(raro:[\s\S]*?value: )(\d+)")
                value = re.search(r"raro:[\s\S]*?value: (\d+)", (turn.course / "docs/datos/contados.yaml").read_text())
                start = time.monotonic()
                _until(address, f'value="{value[1] if value else ""}000000000"')
                taken.append(time.monotonic() - start)
        finally:
            server.kill()
    return statistics.median(taken)


def _until(address: str, text: str) -> None:
    """Wait until the home page at ADDRESS says TEXT."""
    for _ in range(3000):
        try:
            with urllib.request.urlopen(f"http://{address}/") as page:
                if text in page.read().decode():
                    return
        except OSError:
            pass
        time.sleep(0.01)
    sys.exit(f"the served page never said {text}")


def table(found: dict[int, dict[str, float]]) -> str:
    """What was FOUND, by pages, as the table of the README: seconds, and the share of a plain build."""
    names = dict.fromkeys(name for column in found.values() for name in column)
    lines = ["| se hace | " + " | ".join(f"{pages:,} páginas" for pages in found) + " |"]
    lines.append("|---|" + "--:|" * len(found))
    for name in names:
        cells = []
        for column in found.values():
            plain = column["mkdocs build, sin procedencia"]
            cells.append(f"{column[name]:.2f} s ({column[name] / plain:.2f})" if name in column else "")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def missed(found: dict[int, dict[str, float]]) -> list[str]:
    """The promises that what was FOUND does not keep."""
    told = []
    for one in PROMISES:
        column = found.get(one.pages, {})
        if one.name in column:
            value = column[one.name] / (column["mkdocs build, sin procedencia"] if one.share else 1)
            if value > one.limit:
                told.append(f"{one.pages} pages, {one.name}: {value:.3f}, promised {one.limit:.3f}")
    return told


def main() -> None:
    """Measure, print the table, write it into the README if asked, and fail where a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, nargs="*", default=[1, 30, 300, 1000])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    asked = parser.parse_args()
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for pages in asked.pages:
            turn = Turn(Path(folder) / str(pages), pages)
            found[pages] = by_turns(turn, asked.times)
            if pages == 30:
                found[pages]["serve: de guardar a ver"] = served(turn, asked.times + 2)
            sys.stdout.write(table(found))
    if asked.write:
        text = README.read_text("utf-8")
        README.write_text(_TABLE.sub(lambda match: match[1] + table(found) + match[2], text), "utf-8")
    if told := missed(found):
        sys.exit("\n".join(told))


if __name__ == "__main__":
    main()
