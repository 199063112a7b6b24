"""Tests how scripts/quote-hashes compares words, computes hashes and reports errors."""

import pytest
from conftest import module

from layoutbench.fault import Fault

quotes = module("quote-hashes")
POST = "A title\nOne two, THREE (four) five six.\nアを見る。\n"


@pytest.fixture
def posts(tmp_path):
    (tmp_path / "000_a.txt").write_text(POST, encoding="utf-8")
    return tmp_path


def claims(place, words):
    return {"claims": [{"at": place, "words": words}], "notJudged": []}


@pytest.mark.parametrize(("place", "words", "hash"), [
    ("000:2", "Two, three four [...] six", "1dca4176dbf4c479"), ("000:1-3", "title one [...] 見る", "d88136bc72a67340"),
])
def test_table(posts, place, words, hash):
    assert f'    "{place} {hash}",\n' in quotes.table(claims(place, words), posts)


@pytest.mark.parametrize(("place", "words", "code", "message"), [
    ("000:9", "a", 65, "000:9: the post has lines 1 to 4"), ("000:1", "one", 65, "does not contain 'one'"),
    ("000:2", "six [...] one", 65, "000:2: does not contain"), ("000:2", "one tw", 65, "does not contain"),
    ("line 2", "one", 65, "line 2: expected a post and its lines"),
    ("001:1", "one", 66, "expected one file 001*, found 0"),
])
def test_unusable_places(posts, place, words, code, message):
    with pytest.raises(Fault, match=message.replace("*", r"\*")) as fault:
        quotes.table(claims(place, words), posts)
    assert fault.value.code == code


def test_the_kept_table_has_the_generated_head():
    assert (quotes.ROOT / "Tests/BenchClaimsTests/QuoteHashes.swift").read_text().startswith(quotes.HEAD)
