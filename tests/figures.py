"""The measurements of tests, shown at the end of the run."""

from collections.abc import Callable

import pytest

Figures = Callable[[str], None]


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Figures:
    """Record a measurement, shown at the end of the run despite captured output."""
    return lambda text: record_property("figure", text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures of all tests."""
    reports = [
        report
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, [])
        if report.when == "call"
    ]
    lines = [
        (report.nodeid.rsplit("::", 1)[1], value)
        for report in reports
        for name, value in report.user_properties
        if name == "figure"
    ]
    if lines:
        terminalreporter.section("figures")
    for test, text in lines:
        terminalreporter.line(f"{test}: {text}")
