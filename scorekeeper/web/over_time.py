"""Figures of a person over time: a chart, and its numbers as a table."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.drawing.chart import Chart, draw_chart
from scorekeeper.language import gettext
from scorekeeper.rules.careers import Career, Points
from scorekeeper.rules.trends import Step
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
    steps = points.steps
    if not steps:
        return None
    chart = _drawn(steps, scale=1, most=0)
    lines = [(step_name(step), decimal(step.mean), decimal(step.so_far)) for step in steps]
    title, about = gettext("Points a hand over time"), step_line(steps[0].last)
    return OverTime(f"over-{points.kind}", title, "", chart, about, lines)


def made_over_time(career: Career) -> OverTime | None:
    """The share of bids made; None for too few games."""
    steps = career.steps
    if not steps:
        return None
    chart = _drawn(steps, scale=100, most=100)
    lines = [(step_name(step), percent(step.mean), percent(step.so_far)) for step in steps]
    title, about = gettext("Bids made over time"), step_line(steps[0].last)
    return OverTime("over-made", title, "%", chart, about, lines)


def _drawn(steps: tuple[Step, ...], *, scale: int, most: int) -> Chart:
    return draw_chart(
        [str(step.last) for step in steps],
        dots=[step.mean * scale for step in steps],
        line=[step.so_far * scale for step in steps],
        ends=(0, most),
    )
