"""What scripts share: tables in Markdown, and lists in arguments."""

import argparse


def table(titles, rows, text=(0,)):
    """The lines of a Markdown table. The columns in `text` are aligned left, and those with numbers right."""
    rule = ["---" if number in text else "---:" for number in range(len(titles))]
    return [f"| {' | '.join(map(str, line))} |" for line in (titles, rule, *rows)]


def list_of(known=None):
    """A type for arguments with names separated by commas. If `known` is given, it must contain each name."""

    def parse(argument):
        found = argument.split(",")
        for name in found:
            if known and name not in known:
                raise argparse.ArgumentTypeError(f'found "{name}", expected {",".join(known)}')
        return found

    return parse
