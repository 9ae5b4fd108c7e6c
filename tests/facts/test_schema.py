"""The JSON Schemas that an editor completes from say what the reader accepts."""

from macros.facts.schema import CHECK, FACT, SOURCE, json_schemas


def test_schemas_name_every_key() -> None:
    found = dict(json_schemas())
    assert found.keys() == {"facts", "sources", "formulas", "checks"}
    fact = found["facts"]["additionalProperties"]["properties"]["facts"]["additionalProperties"]  # type: ignore[index]
    assert fact["properties"].keys() == FACT.keys()
    assert fact["required"] == ["value", "source", "verified"]
    assert fact["properties"]["verified"]["enum"] == ["official", "quoted", "convention", "unconfirmed"]
    assert found["sources"]["additionalProperties"]["properties"].keys() == SOURCE.keys()  # type: ignore[index]
    assert found["checks"]["items"]["properties"].keys() == CHECK.keys()  # type: ignore[index]
