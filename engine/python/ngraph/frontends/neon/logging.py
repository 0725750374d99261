# SPDX-License-Identifier: Apache-2.0
"""A progress bar for loops, and a log handler that writes above it."""
import logging
import sys

from ngraph.frontends.neon.progress import Progress

__all__ = ["PBStreamHandler", "ProgressBar"]


class ProgressBar:
    """Shows how much of an iterable is done.

        for batch in ProgressBar(total=len(batches), unit="batches")(batches):
            ...
    """

    _shown = []  # bars of loops in progress

    def __init__(self, iterable=None, total=None, desc=None, unit="it", **kwargs):
        self.iterable, self.total, self.description, self.unit = iterable, total, desc, unit
        self.n = 0

    def __call__(self, iterable):
        self.iterable = iterable
        return self

    def set_description(self, description):
        """Set the text shown with the bar."""
        self.description = description

    def update(self, n=1):
        """Count n more elements as done."""
        self.n += n

    def __iter__(self):
        total = self.total
        if total is None and hasattr(self.iterable, "__len__"):
            total = len(self.iterable)
        progress = Progress(total or 0)
        self._shown.append(progress)
        try:
            for element in self.iterable:
                yield element
                self.n += 1
                progress.show_text(self.n, self.description or self.unit)
        finally:
            self._shown.remove(progress)
            progress.clear()

    @classmethod
    def write(cls, text, file=None, end="\n"):
        """Print a text above the bars."""
        for progress in cls._shown:
            progress.clear()
        (file or sys.stdout).write(text + end)


class PBStreamHandler(logging.Handler):
    """Log handler that writes records above progress bars."""

    def __init__(self, stream=None, level=logging.NOTSET):
        super().__init__(level=level)
        self.stream = stream

    def emit(self, record):
        """Write a record."""
        try:
            ProgressBar.write(self.format(record), self.stream)
        except Exception:
            self.handleError(record)
