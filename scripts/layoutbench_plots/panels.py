"""Figures of many small panels, laid out in inches, with a title above and facts below."""

import textwrap

import matplotlib
from matplotlib.figure import Figure


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
            x, 1 - 0.1 / self.height, title, fontsize=12, fontweight="bold", verticalalignment="top"
        )
        lines = textwrap.wrap(subtitle, int(self.width * 15.5))
        self.figure.text(
            x, 1 - 0.36 / self.height, "\n".join(lines[:2]), fontsize=7.5, color=theme.muted,
            verticalalignment="top", linespacing=1.3,
        )  # fmt: skip
        self.figure.description = f"{title}. {subtitle}"

    def foot(self, run, theme):
        """The null control and where the figures come from."""
        facts = [run.control_sentence(), run.provenance()]
        lines = [
            line for fact in facts if fact for line in textwrap.wrap(fact, int(self.width * 18))
        ]
        self.figure.text(
            0.14 / self.width, 0.1 / self.height, "\n".join(lines), fontsize=6, color=theme.muted,
            verticalalignment="bottom", linespacing=1.3,
        )  # fmt: skip


def log_times(axes, low, high, words_tick):
    """A logarithmic axis of times from below `low` to above `high`, ticks at powers of ten.

    Within little more than one of them also at twice and five times each.
    """
    steps = (1, 2, 5) if high / low < 20 else (1,)
    axes.set_yscale("log")
    axes.set_ylim(low / 1.5, high * 1.5)
    axes.yaxis.set_major_locator(matplotlib.ticker.LogLocator(base=10, subs=steps, numticks=9))
    axes.yaxis.set_major_formatter(words_tick)
    axes.yaxis.set_minor_locator(matplotlib.ticker.NullLocator())


def log_rows(axes, counts, words_rows):
    """A logarithmic axis of counts with a tick at each of those measured."""
    axes.set_xscale("log")
    axes.set_xlim(min(counts) / 1.25, max(counts) * 1.08)
    axes.xaxis.set_major_locator(matplotlib.ticker.FixedLocator(counts))
    axes.xaxis.set_major_formatter(words_rows)
    axes.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
