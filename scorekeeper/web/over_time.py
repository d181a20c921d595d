"""Figures of a person over time: a chart, and its numbers as a table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.drawing.chart import Chart, draw_chart
from scorekeeper.language import gettext
from scorekeeper.rules.statistics.careers import Career, Points
from scorekeeper.rules.statistics.trends import Step
from scorekeeper.words.figures import decimal, percent, step_line, step_name


class OverTime(NamedTuple):
    """A figure over time: its chart, what a dot is, and a line of the table for each step."""

    id: str
    title: str
    unit: str
    chart: Chart
    about: str
    lines: list[tuple[str, str, str]]


def points_over_time(points: Points) -> OverTime | None:
    """Points a hand of one kind of game; None for too few games."""
    title = gettext("Points a hand over time")
    return _over_time(f"over-{points.kind}", title, points.steps, decimal)


def made_over_time(career: Career) -> OverTime | None:
    """The share of bids made; None for too few games."""
    return _over_time("over-made", gettext("Bids made over time"), career.steps, percent, most=100)


def _over_time(
    anchor: str,
    title: str,
    steps: tuple[Step, ...],
    said: Callable[[Fraction | None], str],
    most: int = 0,
) -> OverTime | None:
    """``most``: the figure is a share, drawn in so many parts."""
    if not steps:
        return None
    chart = draw_chart(
        [str(step.last) for step in steps],
        dots=[step.mean * (most or 1) for step in steps],
        line=[step.so_far * (most or 1) for step in steps],
        ends=(0, most),
    )
    lines = [(step_name(step), said(step.mean), said(step.so_far)) for step in steps]
    return OverTime(anchor, title, "%" if most else "", chart, step_line(steps[0].last), lines)
