# SPDX-License-Identifier: Apache-2.0
"""Names of ops and axes, and the scopes that prefix them."""
import contextlib
import functools
import weakref

from ngraph import _engine


class ScopePath(str):
    """The path of a scope that was entered: "outer/inner"."""

    @property
    def name(self):
        """The path itself, as scopes have names."""
        return str(self)


@contextlib.contextmanager
def name_scope(name=None, scope=None, reuse_scope=False):
    """Names ops that are made inside the `with` below `name`; gives the scope's path.

    A name that was used gets a number, unless reuse_scope asks for the same scope again.
    """
    with _engine.ScopedName(scope.name if scope is not None else name, reuse_scope) as path:
        yield ScopePath(path)


def with_name_scope(scope, name=None):
    """Decorates a function so that its ops are made in a scope."""
    def decorated(function):
        @functools.wraps(function)
        def inside(*args, **kwargs):
            with name_scope(name or getattr(scope, "name", scope)):
                return function(*args, **kwargs)
        return inside
    return decorated


class NameScope:
    """Names what is assigned to its attributes: `ax.C = make_axis(4)` names the axis `ax.C`."""

    def __init__(self, name):
        object.__setattr__(self, "name", name)

    def __setattr__(self, attribute, value):
        object.__setattr__(self, attribute, value)
        if hasattr(value, "named"):
            value.named(f"{self.name}.{attribute}")

    def named(self, name):
        """Renames the scope, and with it all that was assigned to it."""
        object.__setattr__(self, "name", name)
        for attribute, value in list(vars(self).items()):
            if attribute != "name":
                setattr(self, attribute, value)
        return self

    def __repr__(self):
        return f"NameScope({self.name})"


class NameScopeList(NameScope):
    """A list of scopes: the i-th is named `name[i]`."""

    def __init__(self, name):
        super().__init__(name)
        object.__setattr__(self, "_scopes", [])

    def __getitem__(self, index):
        return self._scopes[index]

    def __len__(self):
        return len(self._scopes)

    def next(self):
        """A further scope."""
        scope = NameScope(f"{self.name}[{len(self._scopes)}]")
        self._scopes.append(scope)
        return scope

    __next__ = next


def make_name_scope(name=None):
    """A scope that names what is assigned to it."""
    return NameScope(name)


@contextlib.contextmanager
def name_scope_list(name):
    """A NameScopeList for the time of the `with`."""
    yield NameScopeList(name)


@contextlib.contextmanager
def next_name_scope(scopes):
    """The next scope of a NameScopeList; ops made inside are named below it."""
    scope = scopes.next()
    with _engine.ScopedName(scope.name):
        yield scope


class NameableValue:
    """An object of Python's own with a name that no other such object has."""

    _taken = weakref.WeakValueDictionary()
    _counters = {}

    def __init__(self, name=None, graph_label_type=None, docstring=None):
        self.name = name if name is not None else type(self).__name__
        self.docstring = docstring
        self._graph_label_type = graph_label_type

    @staticmethod
    def get_object_by_name(name):
        """The object of that name. KeyError when there is none."""
        return NameableValue._taken[name]

    @property
    def name(self):
        """Unique: a taken name gets a number."""
        return self._name

    @name.setter
    def name(self, wanted):
        name = wanted
        while NameableValue._taken.get(name, self) is not self:
            count = NameableValue._counters.get(wanted, 0)
            NameableValue._counters[wanted] = count + 1
            name = f"{wanted}_{count}"
        NameableValue._taken.pop(getattr(self, "_name", None), None)
        self._name = name
        NameableValue._taken[name] = self

    @property
    def safe_name(self):
        """The name with every character that is no letter, digit or underscore replaced."""
        return _engine.safe_name(self.name)

    @property
    def graph_label_type(self):
        """What kind of thing the label shows."""
        return self._graph_label_type or self.name

    @graph_label_type.setter
    def graph_label_type(self, kind):
        self._graph_label_type = kind

    @property
    def graph_label(self):
        """`kind[name]`."""
        return f"{self.graph_label_type}[{self.name}]"

    def named(self, name):
        """Renames the object and returns it."""
        self.name = name
        return self


class ScopedNameableValue(NameableValue):
    """A NameableValue whose name starts with the name scope in which it was made."""

    def __init__(self, name=None, **kwargs):
        self.scope = _engine.current_scope()
        name = name if name is not None else type(self).__name__
        super().__init__(f"{self.scope}/{name}" if self.scope else name, **kwargs)

    @property
    def unscoped_name(self):
        """The part of the name after the last slash."""
        return _engine.unscoped_name(self.name)
