// SPDX-License-Identifier: Apache-2.0
// The extension module `ngraph._engine`: engine functions under their Python names. The Python
// sources of the package add what the original had in Python only.
#include "engine/python/bind.h"

PYBIND11_MODULE(_engine, m) {
  namespace py = ng::python;
  m.doc() = "The engine of ngraph: axes, ops and transformers. Use the package ngraph instead.";
  py::bind_errors(m);
  py::bind_axes(m);
  py::bind_tensor_description(m);
  py::bind_op(m);
  py::bind_op_forms(m);
  py::bind_state(m);
  py::bind_costs(m);
  py::bind_part_functions(m);
  py::bind_sequencing(m);
  py::bind_op_functions(m);
  py::bind_names(m);
  py::bind_messages(m);
  py::bind_onnx(m);
  py::bind_compare(m);
  py::bind_tensorflow(m);
  py::bind_computation(m);
  py::bind_documents(m);
  py::bind_workbench(m);
  py::bind_transformer(m);
  py::bind_neon(m);
}
