"""Figures of many small panels, laid out in inches, with a title above and facts below."""

import html
import io
import pathlib
import re
import textwrap

from matplotlib.figure import Figure

from .fault import creating


class Panels:
    """A grid of axes with room at the right of each for names, and the figure they are on."""

    HEAD, FOOT = 0.6, 0.42

    def __init__(self, count, columns, width, height, names=0.1, left=0.55, above=0.34, below=0.42):
        columns = max(1, min(columns, count))
        lines = -(-count // columns)
        cell = (left + width + names, above + height + below)
        self.width = cell[0] * columns + 0.15
        self.height = cell[1] * lines + self.HEAD + self.FOOT
        self.figure = Figure(figsize=(self.width, self.height))
        self.axes = []
        for index in range(count):
            line, column = divmod(index, columns)
            x = column * cell[0] + left
            y = self.height - self.HEAD - (line + 1) * cell[1] + below
            place = [x / self.width, y / self.height, width / self.width, height / self.height]
            self.axes.append(self.figure.add_axes(place))

    def head(self, title, subtitle, theme):
        """The title, and below it how to read the figure."""
        x = 0.14 / self.width
        self.figure.text(
            x, 1 - 0.1 / self.height, title, fontsize=12, fontweight="bold", verticalalignment="top")
        lines = textwrap.wrap(subtitle, int(self.width * 15.5))
        self.figure.text(
            x, 1 - 0.36 / self.height, "\n".join(lines[:2]), fontsize=7.5, color=theme.muted,
            verticalalignment="top", linespacing=1.3,
        )  # fmt: skip
        self.figure.description = f"{title}. {subtitle}"

    def foot(self, run, theme):
        """The A/A control and where the figures come from."""
        facts = [run.control_sentence(), run.provenance()]
        lines = [line for fact in facts for line in textwrap.wrap(fact, int(self.width * 18))]
        self.figure.text(
            0.14 / self.width, 0.1 / self.height, "\n".join(lines), fontsize=6, color=theme.muted,
            verticalalignment="bottom", linespacing=1.3,
        )  # fmt: skip


def save(figure, path):
    """Writes `figure` in the format that the path's ending names, and answers with the path.

    A picture as SVG says in words what it shows.
    """
    with creating(path):
        if path.endswith(".pdf"):
            # The same run gives the same file.
            figure.savefig(path, metadata={"CreationDate": None, "Title": figure.description})
            return path
        if not path.endswith(".svg"):
            # Twice as fast as the default, and a twentieth larger.
            figure.savefig(path, dpi=130, pil_kwargs={"compress_level": 3})
            return path
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        words = html.escape(figure.description)
        attributes = f' role="img" aria-label="{words}">\n <title>{words}</title>'
        svg = re.sub(
            "(<svg [^>]*)>", lambda start: start[1] + attributes, text.getvalue(), count=1)
        pathlib.Path(path).write_text(svg, encoding="utf-8")
    return path
