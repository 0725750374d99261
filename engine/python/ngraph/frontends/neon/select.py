# SPDX-License-Identifier: Apache-2.0
"""CSS-like selectors of ops.

`Add` matches an op's class, `#W` its name within its scope, `.weight` its metadata "label", and
`[mode=inference]` other metadata. Preceding parts, separated by spaces, match enclosing scopes:
`#Affine Add`, `Affine .bias`.
"""
import re

_COMPOUND = re.compile(r"(?P<element>[A-Za-z_]\w*)?"
                       r"(?P<rest>(?:#[\w.-]+|\.[\w-]+|\[\w+=[^\]]*\])*)$")
_PART = re.compile(r"#([\w.-]+)|\.([\w-]+)|\[(\w+)=[\"']?([^\]\"']*)[\"']?\]")


class _Compound:
    """Conditions on one op or one scope."""

    def __init__(self, text):
        found = _COMPOUND.match(text)
        if not found or not text:
            raise ValueError(f"{text!r} is not a selector; expected for instance Add, #W, .weight, "
                             "[mode=inference], or a combination")
        self.element, self.name, self.values = found["element"], None, {}
        for name, label, key, value in _PART.findall(found["rest"]):
            if name:
                self.name = name
            elif label:
                self.values["label"] = label
            else:
                self.values[key] = value

    def takes_op(self, op, name):
        """Whether the op matches. `name` is its name within its scope."""
        metadata = op.metadata if self.values else {}
        return (self.element in (None, op.class_name) and self.name in (None, name)
                and all(str(metadata.get(key)) == value for key, value in self.values.items()))

    def takes_scope(self, scope):
        """Whether the scope has this name, ignoring its number."""
        wanted = self.name or self.element
        return scope == wanted or re.sub(r"_\d+$", "", scope) == wanted


def _lies_in(scopes, compounds):
    rest = iter(scopes)
    return all(any(compound.takes_scope(scope) for scope in rest) for compound in compounds)


def selected(ops, css):
    """Return the matching ops in their order. Raises ValueError for an invalid selector."""
    compounds = [_Compound(text) for text in css.split()]
    if not compounds:
        raise ValueError("the selector is empty")
    taken = []
    for op in ops:
        *scopes, name = op.name.split("/")
        if compounds[-1].takes_op(op, name) and _lies_in(scopes, compounds[:-1]):
            taken.append(op)
    return taken
