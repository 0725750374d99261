# SPDX-License-Identifier: Apache-2.0
"""Table lookup by index."""
from ngraph.builders import lookuptable
from ngraph.op_graph.op_classes import LookupTableOp, lookuptable_update

__all__ = ["LookupTableOp", "lookuptable", "lookuptable_update"]
