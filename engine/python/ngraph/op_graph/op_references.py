# SPDX-License-Identifier: Apache-2.0
"""Attributes that connect ops with other objects: uuid, references by attributes, adjoint seed."""
import uuid

from ngraph import _engine
from ngraph._engine import Op
from ngraph._engine.neon import WeakOp

_PROCESS = uuid.uuid4().bytes[:8]  # op numbers are unique per process only
_read = {}  # uuids of ops read from files, by op number
_storage = {}  # WeakOp by uuid: storage ops of written and read graphs


def uuid_of(op):
    """Return the op's UUID; an op read from a file has that of the file."""
    return _read.get(op.id) or uuid.UUID(bytes=_PROCESS + op.id.to_bytes(8, "big"))


def set_uuid(op, data):
    """Give an op read from a file the UUID of these bytes."""
    if len(data) == 16:
        _read[op.id] = uuid.UUID(bytes=data)


def remember_storage(ops):
    """Let graphs that are read later refer to the storage ops of these, as long as they exist."""
    for key in [key for key, held in _storage.items() if held() is None]:
        del _storage[key]
    _storage.update((op.uuid.bytes, WeakOp(op)) for op in ops if op.is_input)


def storage_with_uuid(data):
    """Return the storage op with the UUID of these bytes, or None if there is none any more."""
    held = _storage.get(data)
    return held and held()


def attributes_of(op):
    """Return the attributes that a program has set on the op, by name."""
    return {key: value for key, value in vars(op).items() if not key.startswith("_")}


def _ops_in(value):
    if isinstance(value, Op):
        yield value
    elif isinstance(value, dict):
        yield from (each for each in value.values() if isinstance(each, Op))
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield from (each for each in value if isinstance(each, Op))


def all_op_references(ops):
    """Return the ops, all ops they depend on, and those in attributes that programs set on them,
    each once.
    """
    found, waiting = {}, list(ops)
    while waiting:
        for op in _engine.ordered_ops([waiting.pop()]):
            if op not in found:
                found[op] = None
                waiting += [each for value in attributes_of(op).values() for each in _ops_in(value)
                            if each not in found]
    return list(found)


def _visit_input_closure(roots, fun):
    for op in _engine.ordered_ops(list(roots)):
        fun(op)


def _one(op):
    if "_one" not in vars(op):
        op._one = _engine.constant(1.0)
    return op._one


Op.uuid = property(uuid_of, doc="UUID of the op, which serialisation keeps.")
Op.one = property(_one, doc="The scalar constant 1 that starts the op's derivatives.")
Op.all_op_references = staticmethod(all_op_references)
Op.visit_input_closure = staticmethod(_visit_input_closure)
