# SPDX-License-Identifier: Apache-2.0
"""ngraph: tensors with named axes, automatic differentiation, and compiled computations.

    import ngraph as ng
    import ngraph.transformers as ngt

    x = ng.placeholder(axes=())
    plus_one = ngt.make_transformer().computation(x + 1, x)
    print(plus_one(4))  # 5.0
"""
import os as _os

from ngraph import _engine

_engine.set_package_folder(_os.path.join(_os.path.dirname(_os.path.abspath(__file__)), ""))

from ngraph.op_graph.op_graph import *  # noqa: E402,F401,F403
from ngraph.op_graph.op_graph import __all__ as _names  # noqa: E402
from ngraph.util.names import (  # noqa: E402,F401
    make_name_scope, name_scope, name_scope_list, next_name_scope, with_name_scope)
from ngraph import testing  # noqa: E402,F401  needs the names above

__version__ = "0.1.0"
__all__ = _names + ["make_name_scope", "name_scope", "name_scope_list", "next_name_scope",
                    "testing", "with_name_scope"]

if "NGRAPH_WORKBENCH" in _os.environ:
    from ngraph import workbench as _workbench

    _workbench.attach(_os.environ.pop("NGRAPH_WORKBENCH"))
