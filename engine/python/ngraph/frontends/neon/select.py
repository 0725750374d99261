# SPDX-License-Identifier: Apache-2.0
"""Ops by selectors as in CSS.

`Add` is an op's class, `#W` its name within its scope, `.weight` its metadata "label", `[mode=inference]`
other metadata; before it, behind a space, stand scopes that it lies in: `#Affine Add`, `Affine .bias`.
"""
import re

_COMPOUND = re.compile(r"(?P<element>[A-Za-z_]\w*)?(?P<rest>(?:#[\w.-]+|\.[\w-]+|\[\w+=[^\]]*\])*)$")
_PART = re.compile(r"#([\w.-]+)|\.([\w-]+)|\[(\w+)=[\"']?([^\]\"']*)[\"']?\]")


class _Compound:
    """What one op, or one scope, must be."""

    def __init__(self, text):
        found = _COMPOUND.match(text)
        if not found or not text:
            raise ValueError(f"{text!r} is no selector; expected such as Add, #W, .weight, "
                             "[mode=inference], or several at once")
        self.element, self.name, self.values = found["element"], None, {}
        for name, label, key, value in _PART.findall(found["rest"]):
            if name:
                self.name = name
            elif label:
                self.values["label"] = label
            else:
                self.values[key] = value

    def takes_op(self, op, name):
        """Is the op such a one? `name`: within its scope."""
        metadata = op.metadata if self.values else {}
        return (self.element in (None, op.class_name) and self.name in (None, name)
                and all(str(metadata.get(key)) == value for key, value in self.values.items()))

    def takes_scope(self, scope):
        """Is the scope called so, its number aside?"""
        wanted = self.name or self.element
        return scope == wanted or re.sub(r"_\d+$", "", scope) == wanted


def _lies_in(scopes, compounds):
    rest = iter(scopes)
    return all(any(compound.takes_scope(scope) for scope in rest) for compound in compounds)


def selected(ops, css):
    """The ops that the selector takes, in their order. ValueError for a selector that is none."""
    compounds = [_Compound(text) for text in css.split()]
    if not compounds:
        raise ValueError("an empty selector selects nothing")
    taken = []
    for op in ops:
        *scopes, name = op.name.split("/")
        if compounds[-1].takes_op(op, name) and _lies_in(scopes, compounds[:-1]):
            taken.append(op)
    return taken
