// SPDX-License-Identifier: Apache-2.0
// Parts of the extension module `ngraph._engine`. Each function adds its names to the module.
#pragma once

#include <pybind11/pybind11.h>

namespace ng::python {

namespace py = pybind11;

void bind_axes(py::module_& m);            // Axis, Axes, AxesMap
void bind_compare(py::module_& m);         // a model against another program's values
void bind_documents(py::module_& m);       // writing documents of the workbench
void bind_errors(py::module_& m);          // the Python class of each ErrorKind
void bind_messages(py::module_& m);        // protobuf messages of graph files
void bind_names(py::module_& m);           // name scopes, metadata, op capture
void bind_onnx(py::module_& m);            // models of another framework
void bind_op(py::module_& m);              // Op and its operators
void bind_op_forms(py::module_& m);        // parts of ops, for files of graphs
void bind_state(py::module_& m);           // placeholder, variable, constant, ...
void bind_op_functions(py::module_& m);    // functions of the op table; after those bound by hand
void bind_costs(py::module_& m);           // cross-entropies with the original's extra arguments
void bind_part_functions(py::module_& m);  // slices, flattening, random state, printing
void bind_sequencing(py::module_& m);      // assign, computation, scan
void bind_tensor_description(py::module_& m);
void bind_transformer(py::module_& m);  // Transformer
void bind_computation(py::module_& m);  // Computation, the callable object
void bind_neon(py::module_& m);         // neon.*: layers, optimizers, data sets
void bind_tensorflow(py::module_& m);   // graphs of another framework
void bind_workbench(py::module_& m);    // the link to the workbench

}  // namespace ng::python
