"""Tables in and out: CSV files that a report is made from, and the lines of its Markdown."""

import csv
import pathlib


def share(part, whole):
    """So many of so many, in words."""
    return f"{part:,} of {whole:,}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def percent(value):
    """A share as a percentage with two significant digits or more."""
    return f"{100 * value:.1f} %" if value < 0.995 else f"{100 * value:.0f} %"


def table(titles, rows, left=1):
    """A table; its first columns are words, the others figures."""
    rule = ["---" if number < left else "---:" for number in range(len(titles))]
    return [f"| {' | '.join(map(str, line))} |" for line in (titles, rule, *rows)] + [""]


def count(text):
    """A number of rows as it is given to bench: 10k, 1M."""
    text = str(text).strip()
    unit = {"k": 1000, "M": 1_000_000}.get(text[-1:], 1)
    return int(text if unit == 1 else text[:-1]) * unit


def without_places(words):
    """The words of a command line without the options that name places on this machine."""
    kept, skip = [], False
    for word in words:
        name = word.split("=")[0]
        if skip:
            skip = False
        elif name in ("--bench", "--keep", "--output"):
            skip = "=" not in word
        elif name not in ("--no-build", "--resume"):
            kept.append(word)
    return kept


def read(path):
    """The rows of a CSV file; none when there is no file."""
    path = pathlib.Path(path)
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path, rows, columns=None):
    """Writes rows as CSV; without any, only where the columns are named."""
    if not rows and not columns:
        return
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns or list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
