# SPDX-License-Identifier: Apache-2.0
"""Helpers for programs that write and load Python code."""
import contextlib
import linecache

__all__ = ["PyGen", "PyModule", "indenting"]


class PyModule(dict):
    """Names of a module that is written piece by piece.

    The source of each compiled piece appears in tracebacks under its `filename`.
    """

    def __init__(self, source=None, prefix=""):
        super().__init__(source or {})
        self.prefix = prefix
        self.filename = None
        self.filenames = []

    def execute(self, code):
        """Run statements, such as imports, in the module."""
        exec(code, self)

    def evaluate(self, code):
        """Return the value of an expression in the module."""
        return eval(code, self)

    def compile(self, source):
        """Run a piece of the module's source."""
        self.filename = f"<{self.prefix or 'generated'} {id(self):x} {len(self.filenames)}>"
        self.filenames.append(self.filename)
        linecache.cache[self.filename] = (len(source), None, source.splitlines(True), self.filename)
        exec(compile(source, self.filename, "exec"), self)


@contextlib.contextmanager
def indenting(code_writer):
    """Context manager: code appended inside is indented by one more level."""
    code_writer.indent(1)
    try:
        yield code_writer
    finally:
        code_writer.indent(-1)


class PyGen:
    """Collects indented source text. Subclasses override name(), which names format arguments."""

    def __init__(self, indentation=0, prefix="", **kwargs):
        super().__init__(**kwargs)
        self.indentation, self.prefix = indentation, prefix
        self._lines = []

    def indent(self, indentation):
        """Change the indentation by this many levels."""
        self.indentation += indentation

    def name(self, x):
        """Return the text of a format argument."""
        raise NotImplementedError(f"{type(self).__name__} needs a method name(self, x)")

    def append(self, code, *args, **kwargs):
        """Append lines, formatted with the names of the arguments."""
        text = code.format(*map(self.name, args),
                           **{key: self.name(value) for key, value in kwargs.items()})
        self._lines += ["    " * self.indentation + line + "\n" for line in text.splitlines()]

    def endl(self, n=1):
        """Append empty lines."""
        self._lines += ["\n"] * n

    @property
    def code(self):
        """The text so far."""
        return "".join(self._lines)

    @property
    def code_length(self):
        """Number of lines so far."""
        return len(self._lines)

    def take_code(self):
        """Return the text and start again."""
        code, self._lines = self.code, []
        return code
