"""Tables in Markdown and lists in arguments, for studies."""

import argparse


def table(titles, rows, left=1):
    """The lines of a Markdown table whose first `left` columns are text and the others numbers."""
    rule = ["---" if number < left else "---:" for number in range(len(titles))]
    return [f"| {' | '.join(map(str, line))} |" for line in (titles, rule, *rows)] + [""]


def list_of(convert, known=None):
    """A type for arguments with values separated by commas. If `known` is given, it must contain each value."""

    def parse(argument):
        found = [convert(part) for part in argument.split(",")]
        for value in found:
            if known and value not in known:
                raise argparse.ArgumentTypeError(f'found "{value}", expected {",".join(known)}')
        return found

    return parse
