"""Lighthouse gives each type of page all its points for accessibility. npm fetches it: `make audit` only."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.audit

VERSION = "13.5.0"
PAGES = ["", "lecciones/ia-escala-hardware/", "practica/", "glosario/", "cifras/", "autores/"]
FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking"


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program."""
    if not shutil.which("npm"):
        pytest.fail("no npm: install it (apt-get install npm)")
    folder = tmp_path_factory.mktemp("lighthouse")
    command = ["npm", "install", "--no-audit", "--no-fund", f"lighthouse@{VERSION}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "node_modules/.bin/lighthouse"


@pytest.mark.parametrize("page", PAGES)
def test_lighthouse_gives_every_point(page: str, lighthouse: Path, address: str, tmp_path: Path) -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    options = ["--only-categories=accessibility", f"--chrome-flags={FLAGS}", "--output=json", "--quiet"]
    command = [str(lighthouse), address + page, *options, f"--output-path={tmp_path / 'told.json'}"]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"CHROME_PATH": chromium})
    told = json.loads((tmp_path / "told.json").read_text("utf-8"))
    lost = [one["id"] for one in told["audits"].values() if one["scoreDisplayMode"] == "binary" and one["score"] == 0]
    assert lost == []
    assert told["categories"]["accessibility"]["score"] == 1
