"""Failures printed at once, because a run that is cut off prints no summary."""

import pytest


def pytest_report_teststatus(
    report: pytest.TestReport | pytest.CollectReport,
) -> tuple[str, str, str] | None:
    """A line with the test and its error instead of the letter F or E."""
    if not report.failed:
        return None
    crash = getattr(report.longrepr, "reprcrash", None)
    why = crash.message.splitlines()[0] if crash else str(report.longrepr)[-200:]
    category = "failed" if report.when == "call" else "error"
    return category, f"\n{category.upper()} {report.nodeid}: {why}\n", category.upper()
