// SPDX-License-Identifier: Apache-2.0
// Parts of `ngraph._engine.neon`: layers, optimizers and data sets for the Python sources in
// ngraph/frontends/neon.
#pragma once

#include <pybind11/pybind11.h>

namespace ng::python {

namespace py = pybind11;

void bind_activations(py::module_& m);
void bind_layers(py::module_& m);  // Layer, inference, variable scopes
void bind_features(py::module_& m);
void bind_windows(py::module_& m);     // convolution, deconvolution, pooling
void bind_recurrent(py::module_& m);   // recurrent layers, cells
void bind_containers(py::module_& m);  // containers
void bind_optimizers(py::module_& m);
void bind_data(py::module_& m);  // data sets by name
void bind_graphs(py::module_& m);
void bind_checkpoints(py::module_& m);  // state of graphs as files

}  // namespace ng::python
