# SPDX-License-Identifier: Apache-2.0
"""Tests every recorded case with its computations written to bytes and read back."""
import json
import unittest

from reference_cases_test import CASES, case_names, deliberate_names, verdict_of

import ngraph as ng
import ngraph.transformers as ngt
from ngraph import _engine
from ngraph.op_graph.serde.serde import deserialize_graph, serialize_graph


class FromBytes:
    """A computation that was read; takes and returns the ops that were written."""

    def __init__(self, call, given):
        self.call = call
        self.given = {op.uuid: op for op in given}
        self.read = {op.uuid: op for op in call.parameters}

    def __call__(self, *values, feed_dict=None):
        if feed_dict is not None:
            feed_dict = {self.read.get(op.uuid, op): value for op, value in feed_dict.items()}
        found = self.call(*values, feed_dict=feed_dict)
        if isinstance(found, dict):
            return {self.given[op.uuid]: value for op, value in found.items()}
        return found


class ThroughBytes(ngt.Transformer):
    """Writes each computation to bytes and compiles what is read from them.

    Storage that several computations use is the same op in all of them, as in one file.
    """

    def __init__(self, name):
        super().__init__(name)
        self.storage = {}

    def _known(self, op):
        if op.class_name != "AssignableTensorOp" or op.is_constant:
            return None
        known = self.storage.setdefault(op.uuid, op)
        return None if known is op else known

    def add_computation(self, op):
        read, = deserialize_graph(serialize_graph([op], only_return_handle_ops=True))
        given = op.args[:op.attribute("results")]
        return FromBytes(super().add_computation(_engine.rewrite(read, self._known)), given)


class RecordedCases(unittest.TestCase):
    def test_values_after_bytes(self):
        names = [name for name in case_names() if name not in deliberate_names()
                 and not json.loads((CASES / name / "case.json").read_text()).get("error")]
        self.assertGreater(len(names), 200)
        found = {name: verdict_of(name, lambda: ThroughBytes("cpu")) for name in names}
        different = {name: why for name, why in found.items() if why}
        self.assertFalse(different, "\n".join(f"{n}: {why}" for n, why in different.items()))


if __name__ == "__main__":
    unittest.main()
