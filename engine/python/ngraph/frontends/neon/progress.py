# SPDX-License-Identifier: Apache-2.0
"""Progress line on the terminal."""
import sys
import time


class Progress:
    """A line redrawn at most ten times per second if standard error is a terminal."""

    def __init__(self, total):
        self.total = total
        self.started = time.time()
        self.drawn_at = self.started
        self.drawn = False

    def show(self, done, cost):
        """Update the line after `done` batches, with the last cost."""
        self.show_text(done, f"cost {cost:.4g}")

    def show_text(self, done, text):
        """Update the line after `done` elements, with a text. A total of 0 is unknown."""
        now = time.time()
        if not sys.stderr.isatty() or now - self.drawn_at < 0.1:
            return
        rate = done / (now - self.started)
        line = f"{done}  {rate:.0f}/s"
        if self.total:
            filled = min(30, 30 * done // self.total)
            bar = "=" * filled + " " * (30 - filled)
            left = (self.total - done) / rate
            line = f"[{bar}] {done}/{self.total}  {rate:.0f}/s, {left:.0f} s left"
        sys.stderr.write(f"\r\x1b[K{line}  {text}")
        sys.stderr.flush()
        self.drawn, self.drawn_at = True, now

    def clear(self):
        """Clear the line before other text is printed."""
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.drawn = False
