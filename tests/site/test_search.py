"""The search box finds what a reader types, as it is typed, over http and in a folder without a network."""

import re

import pytest

from macros.site import search

EXAMPLES = "#cuatro-ejemplos-representativos-no-un-ranking"
WEIGHTS = "#la-cuenta-m%C3%ADnima-de-los-pesos"
MEMORY = "#inferencia-y-entrenamiento-ocupan-memoria-distinta"
DISTRIBUTE = "#distribuir-crea-una-segunda-carga"
DECIDE = "#gu%C3%ADa-de-decisi%C3%B3n"
REVIEW = "#repaso-conceptual"
LOCAL = "#escenario-1--asistente-local"

PARALLEL = ["Paralelismo", "paralelismo", "Paralelismo", "Paralelismo"]

# What is typed; a section that speaks of it; what is marked there; the sections that must not come.
QUERIES = [
    ("cuantizacion", DECIDE, ["cuantización"], [EXAMPLES, WEIGHTS]),
    ("cuantización", DECIDE, ["cuantización"], [EXAMPLES, WEIGHTS]),
    ("cache", MEMORY, ["caché", "caché"], [REVIEW]),
    ("caché", MEMORY, ["caché", "caché"], [REVIEW]),
    ("energia", DECIDE, ["energía"], [WEIGHTS]),
    ("ENERGÍA", DECIDE, ["energía"], [WEIGHTS]),
    ("1792", EXAMPLES, ["1,792", "GB/s"], [WEIGHTS, LOCAL]),
    ("1,792", EXAMPLES, ["1,792", "GB/s"], [WEIGHTS, LOCAL]),
    ("1792 GB/s", EXAMPLES, ["1,792", "GB/s"], [WEIGHTS, LOCAL]),
    ("32GB", LOCAL, ["32", "GB"], [WEIGHTS]),
    ("32 GB", LOCAL, ["32", "GB"], [WEIGHTS]),
    ("32\u00a0gb", LOCAL, ["32", "GB"], [WEIGHTS]),
    ("3,5", WEIGHTS, ["3.5", "GB"], [EXAMPLES]),
    ("all-reduce", DISTRIBUTE, ["all", "reduce", "all", "reduce", "all"], []),
    ("qué es el all-reduce", REVIEW, ["all", "reduce"], [LOCAL]),
    ('"ancho de banda"', REVIEW, ["ancho", "banda"], [WEIGHTS]),
    ("paralelismo", DISTRIBUTE, PARALLEL, []),
    ("PARALELISMO", DISTRIBUTE, PARALLEL, []),
    ("paralelism", DISTRIBUTE, PARALLEL, []),
    ("70B", WEIGHTS, ["70B", "70B"], [EXAMPLES]),
    ("comunicacion", DECIDE, ["comunicación"], [EXAMPLES]),
    ("entrenar", MEMORY, ["entrenamiento", "entrenamiento"], [EXAMPLES]),
    ("latencias", DECIDE, ["latencia", "latencia"], [WEIGHTS]),
    ("GPUs", EXAMPLES, ["GPU", "GPU"], [DECIDE]),
]


def found(tab, query: str) -> dict[str, list[str]]:
    """What the search box lists for QUERY: the marked words by the address of the result."""
    box = tab.locator("input.md-search__input")
    box.click()
    for text, answer in (("", "Escribe para buscar"), (query, "encontrado|No se encontraron")):
        box.fill(text)
        box.press("End")  # the box asks when a key goes up
        tab.locator(".md-search-result__meta").get_by_text(re.compile(answer)).wait_for()
    return {
        link.get_attribute("href"): link.locator("mark").all_text_contents()
        for link in tab.locator(".md-search-result__link").all()
    }


@pytest.mark.browser
def test_what_comes_without_a_key_is_searched_too(over_http) -> None:
    """A paste, a dictation, a swipe over the keyboard of a phone."""
    box = over_http.locator("input.md-search__input")
    box.click()
    box.fill("")
    over_http.keyboard.insert_text("energía")
    over_http.locator(".md-search-result__meta").get_by_text("encontrado").wait_for()


@pytest.fixture(scope="module")
def over_http(chromium, address):
    with chromium.new_context() as context:
        tab = context.new_page()
        tab.goto(address)
        yield tab


@pytest.fixture(scope="module")
def from_folder(chromium, site):
    with chromium.new_context(offline=True) as context:
        tab = context.new_page()
        asked: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto((site / "index.html").as_uri())
        yield tab
        assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.browser
@pytest.mark.parametrize("where", ["over_http", "from_folder"])
@pytest.mark.parametrize(("query", "section", "marked", "others"), QUERIES)
def test_what_is_typed_finds_the_passage(query, section, marked, others, where, request) -> None:
    results = found(request.getfixturevalue(where), query)
    lesson = {url.partition("#")[2]: words for url, words in results.items() if "/ia-escala-hardware/" in url}
    assert lesson.get(section[1:]) == marked
    assert not {other[1:] for other in others} & lesson.keys()


@pytest.mark.browser
@pytest.mark.parametrize("where", ["over_http", "from_folder"])
@pytest.mark.parametrize("query", ["procedencia", "Vale si", "Comprobaciones y usos", "NpN_p"])
def test_what_is_hidden_or_says_where_a_number_comes_from_is_never_shown(query, where, request) -> None:
    tab = request.getfixturevalue(where)
    found(tab, query)
    shown = " ".join(tab.locator(".md-search-result__link").all_text_contents())
    assert "Procedencia de las cifras" not in shown
    assert "Vale si" not in shown
    assert "Comprobaciones" not in shown
    assert "N_p" not in shown


@pytest.mark.browser
@pytest.mark.parametrize("where", ["over_http", "from_folder"])
def test_a_result_shows_the_text_of_the_course(where, request) -> None:
    tab = request.getfixturevalue(where)
    found(tab, "1792")
    result = tab.locator(".md-search-result__article", has_text="Cuatro ejemplos representativos")
    assert "RTX 5090 tiene 32\u00a0GB GDDR7, 1,792\u00a0GB/s de ancho de banda" in result.text_content()


@pytest.mark.browser
@pytest.mark.parametrize("where", ["over_http", "from_folder"])
def test_a_result_leads_to_its_passage_and_marks_it(where, chromium, address, site) -> None:
    start = address if where == "over_http" else (site / "index.html").as_uri()
    with chromium.new_context(offline=where == "from_folder") as context:
        tab = context.new_page()
        tab.goto(start)
        found(tab, "cuantizacion")
        tab.locator(".md-search-result__more summary").first.click()
        tab.locator(f'.md-search-result__link[href$="{DECIDE}"]').click()
        tab.wait_for_url(f"**{DECIDE}")
        assert tab.locator("h1").text_content().strip() == "IA, escala y selección de hardware"
        mark = tab.locator("article mark").first
        mark.wait_for()
        assert mark.text_content() == "cuantización"


HEAR = """async ([docs, query]) => {
  const { search, base } = JSON.parse(document.getElementById("__config").textContent);
  const { config } = await (await fetch(new URL("search/search_index.json", new URL(`${base}/`, location)))).json();
  const worker = new Worker(search);
  const told = (message) => new Promise((resolve) => {
    worker.addEventListener("message", ({ data }) => resolve(data.data), { once: true });
    worker.postMessage(message);
  });
  await told({ type: 0, data: { config, docs, options: {} } });
  const { items } = await told({ type: 2, data: query });
  worker.terminate();
  return items.flat().map(({ text }) => text);
}"""
HEARD = [
    ("La caché", "cache", "La <mark>caché</mark>"),
    ("Un cache", "caché", "Un <mark>cache</mark>"),
    ("El ñandú", "nandu", "El <mark>ñandú</mark>"),
    ("El nandu", "ñandú", "El <mark>nandu</mark>"),
    ("Son 9216 chips", "9,216", "Son <mark>9216</mark> chips"),
    ("Son 1,234,567 bytes", "1234567", "Son <mark>1,234,567</mark> <mark>bytes</mark>"),
    ("Tiene 32GB.", "32 GB", "Tiene <mark>32GB</mark>."),
    ("Tiene 32\u00a0GB.", "32GB", "Tiene <mark>32</mark>\u00a0<mark>GB</mark>."),
    ("Tiene 32\u00a0GB.", "gb", "Tiene 32\u00a0<mark>GB</mark>."),
    ("(CPU/GPU)", "gpu", "(CPU/<mark>GPU</mark>)"),
    ("¿Cuánto?", "cuanto", "¿<mark>Cuánto</mark>?"),
    ("Entre 1,5 y 2", "1.5", "Entre <mark>1,5</mark> y 2"),
]


@pytest.mark.browser
@pytest.mark.parametrize(("text", "query", "marked"), HEARD)
def test_both_ways_of_writing_are_heard_as_one(text, query, marked, over_http) -> None:
    docs = [
        {"location": "a/", "title": "Uno", "text": f"<p>{text}</p>"},
        {"location": "b/", "title": "Dos", "text": "33 MB"},
    ]
    assert over_http.evaluate(HEAR, [docs, query]) == [f"<p>{marked}</p>"]


SHOWN = {
    "<p>Un <b>peso</b> &amp; <br> &#169;<hr/></p>": "<p>Un <b>peso</b> &amp; <br> &#169;<hr/></p>",
    "<p>a <span hidden>OCULTO <span>y <br>más</span> aún</span> b</p>": "<p>a  b</p>",
    '<div data-extra class="x">tabla</div><p>z</p>': "<p>z</p>",
    '<i aria-hidden="true">*</i><i aria-hidden="false">sí</i>': '<i aria-hidden="false">sí</i>',
    "<svg><title>A</title><text>B</text></svg>ya": "ya",
    "<math><mi>N</mi><annotation>N_p</annotation></math>": "<math><mi>N</mi></math>",
    "<template><p>no</template><p>sí</p>": "<p>sí</p>",
    '<input hidden><p data-extrañas="1">sí</p>': '<input hidden><p data-extrañas="1">sí</p>',
    "<pre><code>&lt;span hidden&gt;x</code></pre>": "<pre><code>&lt;span hidden&gt;x</code></pre>",
    "a &lt; b &amp;c <b hidden>x</b>": "a &lt; b &amp;c ",
}


@pytest.mark.parametrize("html", SHOWN)
def test_what_readers_do_not_see_is_not_read(html) -> None:
    assert search.shown(html) == SHOWN[html]


def test_the_index_is_also_a_script() -> None:
    made = search.files('{"docs":[]}')
    assert made == {"search/search_index.json": '{"docs":[]}', "search/search_index.js": 'var __index = {"docs":[]};\n'}
