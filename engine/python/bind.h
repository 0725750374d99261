// SPDX-License-Identifier: Apache-2.0
// Parts of the extension module `ngraph._engine`. Each function adds its names to the module.
#pragma once

#include <pybind11/pybind11.h>

namespace ng::python {

namespace py = pybind11;

void bind_axes(py::module_& m);    // Axis, Axes, AxesMap
void bind_errors(py::module_& m);  // the Python class of each ErrorKind
void bind_messages(py::module_& m);  // protobuf messages of graph files
void bind_names(py::module_& m);   // name scopes, metadata, op capture
void bind_op(py::module_& m);      // Op and its operators
void bind_state(py::module_& m);   // placeholder, variable, constant, ...
void bind_elementwise(py::module_& m);
void bind_reductions(py::module_& m);  // reductions, dot, softmax, costs
void bind_views(py::module_& m);       // views, reshapes, slices, concatenation
void bind_neural(py::module_& m);      // convolution, pooling, lookup, ctc, random
void bind_sequencing(py::module_& m);  // assign, sequential, doall, computation, deriv
void bind_tensor_description(py::module_& m);
void bind_transformer(py::module_& m);  // Transformer
void bind_computation(py::module_& m);  // Computation, the callable object
void bind_neon(py::module_& m);         // neon.*: layers, optimizers, data sets
void bind_workbench(py::module_& m);    // the link to the workbench

}  // namespace ng::python
