"""The Nu checker of the W3C finds no error in any page. It needs Java, and npm to fetch it: `make audit` only."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.audit


@pytest.fixture
def checker(tmp_path: Path) -> list[str]:
    """The command of the checker."""
    for program in ("java", "npm"):
        if not shutil.which(program):
            pytest.fail(f"no {program}: install it (apt-get install default-jre-headless npm)")
    subprocess.run(["npm", "pack", "vnu-jar"], cwd=tmp_path, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("vnu-jar-*.tgz"))) as package:
        package.extractall(tmp_path, filter="data")
    return ["java", "-jar", str(next(tmp_path.rglob("vnu.jar"))), "--errors-only", "--skip-non-html"]


def test_the_nu_checker_finds_no_error(checker: list[str], site: Path) -> None:
    done = subprocess.run([*checker, str(site)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
