# SPDX-License-Identifier: Apache-2.0
"""Names of ops and axes, and name scopes."""
import contextlib
import functools
import weakref

from ngraph import _engine


class _Path(str):
    """The path of a scope: "outer/inner". Equal paths of a class are the same object."""

    def __init_subclass__(cls):
        cls._known = weakref.WeakValueDictionary()

    def __new__(cls, path):
        return cls._known.setdefault(path, super().__new__(cls, path))


class ScopePath(_Path):
    """The path of an entered scope, which is reserved while this object exists."""

    @property
    def name(self):
        """Last name of the path: scopes of the same name nest in different ones."""
        return self.rpartition("/")[2]


class OpScope(_Path):
    """The scope in which an op or another named object was created."""

    @property
    def name(self):
        """The whole path."""
        return str(self)

    @staticmethod
    def of_name(name):
        """Return the scope of a full name; None outside of all scopes."""
        path = name.rpartition("/")[0]
        return OpScope(path) if path else None


@contextlib.contextmanager
def name_scope(name=None, scope=None, reuse_scope=False):
    """Context manager: ops created inside are named below `name`. Yields the scope's path.

    A number is appended to a used name, unless reuse_scope=True enters the same scope again.
    """
    if scope is not None:
        name = str(scope) if isinstance(scope, ScopePath) else scope.name
    entered = _engine.ScopedName(name, reuse_scope)
    with entered as path:
        scope = ScopePath(path)
        scope._entered_by = entered
        yield scope


def with_name_scope(scope, name=None):
    """Decorate a function so that its ops are created in a scope."""
    def decorated(function):
        @functools.wraps(function)
        def inside(*args, **kwargs):
            with name_scope(name or scope if isinstance(scope, str) else scope.name):
                return function(*args, **kwargs)
        return inside
    return decorated


class NameScope:
    """Names objects assigned to its attributes: `ax.C = make_axis(4)` names the axis `ax.C`."""

    def __init__(self, name):
        object.__setattr__(self, "name", name)

    def __setattr__(self, attribute, value):
        object.__setattr__(self, attribute, value)
        if hasattr(value, "named"):
            value.named(f"{self.name}.{attribute}")

    def named(self, name):
        """Rename the scope and everything that was assigned to it."""
        object.__setattr__(self, "name", name)
        for attribute, value in list(vars(self).items()):
            if attribute != "name":
                setattr(self, attribute, value)
        return self

    def __repr__(self):
        return f"NameScope({self.name})"


class NameScopeList(NameScope):
    """A list of scopes; the i-th is named `name[i]`."""

    def __init__(self, name):
        super().__init__(name)
        object.__setattr__(self, "_scopes", [])

    def __getitem__(self, index):
        return self._scopes[index]

    def __len__(self):
        return len(self._scopes)

    def next(self):
        """Append a scope."""
        scope = NameScope(f"{self.name}[{len(self._scopes)}]")
        self._scopes.append(scope)
        return scope

    __next__ = next


def make_name_scope(name=None):
    """A scope that names the objects assigned to it."""
    return NameScope(name)


@contextlib.contextmanager
def name_scope_list(name):
    """Context manager: yields a NameScopeList."""
    yield NameScopeList(name)


@contextlib.contextmanager
def next_name_scope(scopes):
    """Context manager: enters the next scope of a NameScopeList."""
    scope = scopes.next()
    with _engine.ScopedName(scope.name):
        yield scope


class NameableValue:
    """A Python object with a name that is unique among such objects."""

    _taken = weakref.WeakValueDictionary()
    _counters = {}

    def __init__(self, name=None, graph_label_type=None, docstring=None):
        self.name = name if name is not None else type(self).__name__
        self.docstring = docstring
        self._graph_label_type = graph_label_type

    @staticmethod
    def get_object_by_name(name):
        """Return the object of this name. Raises KeyError if there is none."""
        return NameableValue._taken[name]

    @property
    def name(self):
        """Unique name; a number is appended if a name is taken."""
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
        """Name with every character except letters, digits and underscores replaced."""
        return _engine.safe_name(self.name)

    @property
    def graph_label_type(self):
        """Kind of object shown in the label."""
        return self._graph_label_type or self.name

    @graph_label_type.setter
    def graph_label_type(self, kind):
        self._graph_label_type = kind

    @property
    def graph_label(self):
        """Label of the form `kind[name]`."""
        return f"{self.graph_label_type}[{self.name}]"

    def named(self, name):
        """Rename the object and return it."""
        self.name = name
        return self


def _scope_at(path):
    return OpScope(str(path)) if path else None


class ScopedNameableValue(NameableValue):
    """A NameableValue whose name starts with its scope: the one in which it was created, or that of
    the argument `scope`.
    """

    def __init__(self, name=None, scope=None, **kwargs):
        self._scope = _scope_at(scope or _engine.current_scope())
        super().__init__(name, **kwargs)

    @property
    def name(self):
        """Unique name within the scope."""
        return self._name

    @name.setter
    def name(self, wanted):
        NameableValue.name.fset(self, f"{self._scope}/{wanted}" if self._scope else wanted)

    @property
    def scope(self):
        """Scope, or None. Setting it moves the object to another scope."""
        return self._scope

    @scope.setter
    def scope(self, scope):
        last_name = self.unscoped_name
        self._scope = _scope_at(scope)
        self.name = last_name

    @property
    def unscoped_name(self):
        """Part of the name after the last slash."""
        return _engine.unscoped_name(self.name)
