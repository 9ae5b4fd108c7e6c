"""What the site is outside of itself: a lesson as one file, the folder under another address, what a link to it shows."""

import functools
import gzip
import http.server
import json
import shutil
import struct
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from macros.site.alone import alone

PAGE = """<html lang="es-MX"><head><title>Uno</title><link rel="stylesheet" href="../../a.css"></head>
<body><script>no()</script><article><a class="x" href="#p">35 GB</a> <a href="../otra/">otra</a>
<a href="https://example.org">fuera</a> <p class="solo-pantalla solo-sitio"><a href="../otra/">Más</a></p>
</article></body></html>"""


def test_one_file_has_its_styles_and_no_way_out_but_other_sites() -> None:
    read = {"a.css": "p{background:url(i.png)} /*# sourceMappingURL=a.map */"}
    page = alone(PAGE, "lecciones/uno/index.html", "yes()", read.__getitem__)
    assert "p{background:none}" in page
    assert "sourceMappingURL" not in page
    assert "no()" not in page
    assert "yes()" in page
    assert '<a class="x" href="#p">35 GB</a>' in page
    assert " otra\n" in page
    assert '<a href="https://example.org">fuera</a>' in page
    assert "Más" not in page


@pytest.mark.browser
def test_the_lesson_as_one_file_answers_from_the_disk(site: Path, chromium: Browser, tmp_path: Path) -> None:
    shutil.copy(site / "descargas/ia-escala-hardware.html", tmp_path / "clase.html")
    context = chromium.new_context(offline=True, viewport={"width": 390, "height": 800})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "clase.html").as_uri())
    assert asked == [(tmp_path / "clase.html").as_uri()]
    page.locator('a.cifra:has([data-figure="rtx5090.memory"])').first.click()
    assert "NVIDIA" in page.locator("#ficha").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.browser
def test_the_site_works_in_any_folder(site: Path, chromium: Browser, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "repo")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = chromium.new_page()
    failed: list[str] = []
    page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
    page.goto(f"http://127.0.0.1:{server.server_port}/repo/", wait_until="networkidle")
    page.get_by_role("link", name="IA, escala y selección de hardware").first.click()
    page.wait_for_load_state("networkidle")
    assert page.url.endswith("/repo/lecciones/ia-escala-hardware/")
    assert failed == []
    page.close()
    server.shutdown()


@pytest.mark.browser
def test_the_folder_asks_nothing_of_any_other_place(site: Path, chromium: Browser) -> None:
    """#82, #83, #80: opened from the disk with the net off, no page asks another host, and no formula is left raw."""
    context = chromium.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in sorted(site.rglob("*.html")):
        page.goto(path.as_uri(), wait_until="load")
        assert not page.evaluate(r"/\\\(|\\\[|\$\$/.test(document.querySelector('article, body').innerText)"), path
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    context.close()


@pytest.mark.site
def test_each_page_says_what_it_is(site: Path, read_html) -> None:
    for path in site.rglob("index.html"):
        page = read_html(path)
        (data,) = page.xpath("//script[@type='application/ld+json']/text()")
        graph = json.loads(data)["@graph"]
        assert "LearningResource" in graph[0]["@type"]
        assert graph[0]["inLanguage"] == "es-MX"
        assert "sin licencia declarada" in graph[0]["copyrightNotice"]
        assert page.xpath("string(//meta[@property='og:title']/@content)")
        assert page.xpath("string(//meta[@name='description']/@content)")
    home = json.loads(read_html(site / "index.html").xpath("string(//script[@type='application/ld+json'])"))
    (dataset,) = [one for one in home["@graph"] if one["@type"] == "Dataset"]
    for one in dataset["distribution"]:
        assert (site / one["contentUrl"]).exists()


@pytest.mark.site
def test_a_link_in_a_chat_shows_a_picture(course: Path, curso, monkeypatch, read_html) -> None:
    monkeypatch.setenv("SITE_URL", "https://example.org/repo/")
    assert curso(course, "build").returncode == 0
    page = read_html(course / "site/lecciones/ia-escala-hardware/index.html")
    assert page.xpath("string(//meta[@property='og:image']/@content)") == "https://example.org/repo/assets/portada.png"
    picture = (course / "site/assets/portada.png").read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert "<loc>https://example.org/repo/lecciones/ia-escala-hardware/</loc>" in (
        course / "site/sitemap.xml"
    ).read_text("utf-8")


@pytest.mark.site
def test_only_what_is_meant_is_published(site: Path) -> None:
    strange = [
        path for path in site.rglob("*") if path.name.startswith(("_", ".")) or path.suffix in {".py", ".pyc", ".cache"}
    ]
    assert strange == []


@pytest.mark.site
def test_the_lesson_is_light(site: Path, read_html) -> None:
    """Page, styles and scripts, compressed: under 150 kB; and the text comes before any script has run."""
    page = site / "lecciones/ia-escala-hardware/index.html"
    tree = read_html(page)
    linked = tree.xpath("//link[@rel='stylesheet']/@href | //script/@src")
    files = [page, *((page.parent / link).resolve() for link in linked)]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 150_000
    assert "Un modelo de IA transforma" in tree.xpath("string(//article)")


@pytest.mark.browser
def test_the_text_is_read_before_any_script_has_come(chromium: Browser, address: str) -> None:
    with chromium.new_context(viewport={"width": 390, "height": 800}, is_mobile=True) as context:
        page = context.new_page()
        held: list[str] = []
        page.route("**/*.js", lambda route: held.append(route.request.url))
        page.goto(f"{address}lecciones/ia-escala-hardware/", wait_until="commit")
        page.get_by_text("Un modelo de IA transforma").wait_for()
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
        assert page.evaluate("getComputedStyle(document.querySelector('article p')).fontFamily").startswith('"Iowan')
        assert held
