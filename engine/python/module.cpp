// SPDX-License-Identifier: Apache-2.0
// The extension module `ngraph._engine`: the engine's functions under their names in Python. What
// the original had in Python alone stands in the Python sources of the package.
#include "engine/python/bind.h"

PYBIND11_MODULE(_engine, m) {
  namespace py = ng::python;
  m.doc() = "The engine of ngraph: axes, ops and transformers. Use it through the package ngraph.";
  py::bind_errors(m);
  py::bind_axes(m);
  py::bind_tensor_description(m);
  py::bind_op(m);
  py::bind_state(m);
  py::bind_elementwise(m);
  py::bind_reductions(m);
  py::bind_views(m);
  py::bind_neural(m);
  py::bind_sequencing(m);
  py::bind_names(m);
  py::bind_computation(m);
  py::bind_workbench(m);
  py::bind_transformer(m);
  py::bind_neon(m);
}
