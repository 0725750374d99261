# SPDX-License-Identifier: Apache-2.0
"""Write the type stubs of ngraph._engine and ngraph.builders, generated from the
extension's signatures; the functions of builders have two more arguments.

    PYTHONPATH=build/release/python python3 engine/python/stubs/write_stubs.py PACKAGE_FOLDER

The build does so next to the extension.
"""
import inspect
import pathlib
import re
import sys

from ngraph import _engine

HEAD = '''# SPDX-License-Identifier: Apache-2.0
# Written by engine/python/stubs/write_stubs.py from the extension.
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple, Union

import numpy

_Operand = Union["Op", float, numpy.ndarray, list]
_Axes = Union["Axes", "Axis", Iterable[Any], Dict[str, int], None]
_DType = Union[numpy.dtype, type, str]
_SliceItem = Union[int, slice]
'''
# The stub of ngraph.builders: names of the extension, arguments that builders add, and the
# functions that make builders.
IMPORTED = "from ngraph._engine import Axes, Axis, Op, Returns"
LABELS = "name: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None"
MAKERS = '''
def labelled(op: Op, given: Any, name: Optional[str], metadata: Any) -> Op: ...
def builder(function: Callable[..., Op]) -> Callable[..., Op]: ...
'''
# Type names of arguments; results use GIVEN.
TAKEN = {"Op": '"Op"', "object": "_Operand", "Axes": "_Axes", "numpy.dtype": "_DType",
         "int | slice": "_SliceItem", "handle": "Any", "function": "Callable[..., Any]",
         "args": "Any", "kwargs": "Any", "sequence": "Iterable[Any]", "dict": "Dict[Any, Any]",
         "numpy.ndarray": "Union[numpy.ndarray, float, list]"}
GIVEN = {"handle": "Any", "object": "Any", "list": "List[Any]", "tuple": "Tuple[Any, ...]",
         "dict": "Dict[Any, Any]", "iterator": "Iterator[Any]"}
# Methods that compare with anything or are called by Python's protocols.
FREE = {"__eq__": "other: object", "__ne__": "other: object", "__contains__": "item: object"}


def plain_type(text, names):
    """Convert a type of a signature to a stub's type."""
    text = re.sub(r"\b(?:ngraph\._engine\.|ng::(?:\w+::)*)", "", text.strip())
    for inner in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.\"]){re.escape(inner)}(?![\w.\"])", names[inner], text)
    return text


def split_arguments(text):
    """Split the arguments of a signature at commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += letter in "[(" and 1 or letter in "])" and -1 or 0
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def argument(text):
    """Return one argument with its type; defaults that are not literals become `...`."""
    stars, rest = re.match(r"(\**)(.*)", text).groups()
    name, _, rest = rest.partition(":")
    kind, equals, default = rest.partition(" = ")
    if stars:
        return f"{stars}{name}: Any"
    kind = plain_type(kind, TAKEN)
    if default == "None" and not kind.startswith("Optional["):
        kind = f"Optional[{kind}]"
    literal = default if re.fullmatch(r"None|True|False|[-\d.e]+|'\w*'|\[\]", default) else "..."
    return f"{name}: {kind}" + (f" = {literal}" if equals else "")


def signature(function, name, method=False):
    """Return the `def` line and the documentation of a function."""
    if inspect.isfunction(function):  # defined in the package's Python sources
        return f"def {name}{inspect.signature(function)} -> Any:", inspect.getdoc(function) or ""
    lines = (function.__doc__ or "").strip().split("\n")
    match = re.match(rf"{re.escape(name)}\((.*)\) -> (.+)$", lines[0])
    if not match:
        return f"def {name}({'self, ' if method else ''}*args: Any, **kwargs: Any) -> Any:", ""
    arguments = split_arguments(match[1])
    if method:
        arguments = ["self"] + [argument(each) for each in arguments[1:]]
    else:
        arguments = [argument(each) for each in arguments]
    if name in FREE:
        arguments = ["self", FREE[name]]
    result = plain_type(match[2], GIVEN)
    return f"def {name}({', '.join(arguments)}) -> {result}:", "\n".join(lines[1:]).strip()


def documented(header, text, indent):
    """Return a definition with its documentation, or with an ellipsis."""
    if not text:
        return [f"{indent}{header} ..."]
    inner = "\n".join(f"{indent}    {line}".rstrip() for line in text.split("\n")).strip()
    return [f"{indent}{header}", f'{indent}    """{inner}"""']


def function_lines(function, name, indent="", method=False):
    header, text = signature(function, name, method)
    return documented(header, text, indent)


def property_lines(name, held):
    getter = (held.fget.__doc__ or "") if isinstance(held, property) else ""
    match = re.search(r"\) -> (.+)", getter)
    kind = plain_type(match[1], GIVEN) if match else "Any"
    lines = ["    @property"] + documented(f"def {name}(self) -> {kind}:",
                                            (held.__doc__ or "").strip(), "    ")
    if getattr(held, "fset", None):
        lines += [f"    @{name}.setter", f"    def {name}(self, value: Any) -> None: ..."]
    return lines


def own_members(cls):
    """Return the members that the class itself defines or that implement Python's protocols."""
    hidden = {"__doc__", "__module__", "__new__", "__dict__", "__weakref__", "__entries",
              "__call__", "__getstate__", "__setstate__", "__vectorcalloffset__",
              "__weaklistoffset__"}
    return [(name, held) for name, held in sorted(vars(cls).items())
            if name not in hidden and not name.startswith("__pybind11")
            and not getattr(held, "omitted_from_stubs", False)
            and not (name == "__init__" and (held.__doc__ or "").startswith("Initialize"))]


def class_lines(name, cls):
    text = (cls.__doc__ or "").split("\n\nMembers:")[0].strip()
    members = own_members(cls)
    lines = [""] + (documented(f"class {name}:", text, "") if text or not members else
                    [f"class {name}:"])
    for member, held in members:
        if isinstance(held, staticmethod):
            lines += ["    @staticmethod"] + function_lines(held.__func__, member, "    ")
        elif isinstance(held, property) or inspect.isgetsetdescriptor(held):
            lines += property_lines(member, held)
        elif callable(held) and not isinstance(held, cls):
            lines += function_lines(held, member, "    ", method=True)
        else:
            lines.append(f"    {member}: Any")
    if name == "Computation":
        lines.append("    def __call__(self, *values: Any, "
                     "feed_dict: Optional[Dict[Op, Any]] = None) -> Any: ...")
    return lines + [""]


def module_lines(name, module, text):
    """Return a submodule of the extension as a class that is never instantiated."""
    lines = ["", f"class {name}:", f'    """{text}"""']
    for member, held in sorted(vars(module).items()):
        if member.startswith("__"):
            continue
        if inspect.isclass(held):
            inner = class_lines(member, held)
        elif callable(held):
            inner = ["@staticmethod"] + function_lines(held, member)
        else:
            inner = [f"{member}: Any"]
        lines += [f"    {line}".rstrip() for text in inner for line in text.split("\n")]
    return lines + [""]


def stub():
    """Return the whole stub as text."""
    lines = [HEAD, "__all__ = [", *(f'    "{name}",' for name in _engine.__all__), "]"]
    for name, held in sorted(vars(_engine).items()):
        if name.startswith("__"):
            continue
        if inspect.isclass(held):
            lines += class_lines(name, held)
        elif inspect.ismodule(held):
            lines += module_lines(name, held, "Implementation of ngraph.frontends.neon.")
        elif callable(held):
            lines += function_lines(held, name)
    return "\n".join(lines) + "\n"


def builders_stub():
    """Return the stub of ngraph.builders as text."""
    from ngraph import builders

    lines = [HEAD.replace("import numpy\n", f"import numpy\n\n{IMPORTED}\n"), "__all__ = [",
             *(f'    "{name}",' for name in builders.__all__), "]", MAKERS]
    for name in builders.__all__:
        header, text = signature(inspect.unwrap(getattr(builders, name)), name)
        arguments, result = header.rsplit(") -> ", 1)
        lines += documented(f"{arguments}, *, {LABELS}) -> {result}", text, "")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    package = pathlib.Path(sys.argv[1])
    for name, text in (("_engine.pyi", stub()), ("builders.pyi", builders_stub())):
        (package / name).unlink(missing_ok=True)  # it may be a link
        (package / name).write_text(text, encoding="utf-8")
