// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/containers.h"

#include "engine/graph/op_def.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/neon/py_layer.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using neon::Parallel;
using neon::ResidualModule;
using neon::Sequential;
using Name = std::optional<std::string>;

Parallel::Mode mode_of(const Name& mode) {
  if (!mode) return Parallel::Mode::list;
  if (*mode == "concat") return Parallel::Mode::concat;
  throw py::value_error(
      "Parallel joins its branches in mode 'concat', or not at all with None; "
      "unknown mode '" +
      *mode + "'");
}

// The list of results, or the joined result. `merge_axis`: the axis to join along, or its name.
py::object call_parallel(Parallel& self, const Op& in, const py::object& merge_axis) {
  if (!self.joins()) return py::cast(self.outputs(in));
  if (merge_axis.is_none()) return py::cast(static_cast<neon::Layer&>(self)(in));
  const Axis* axis = axis_in(merge_axis);
  return py::cast(self.merged(in, axis ? axis->name() : merge_axis.cast<std::string>()));
}

}  // namespace

void bind_containers(py::module_& m) {
  LayerClass<Sequential>(m, "Sequential", "Applies layers one after the other.")
      .def(py::init([](const py::iterable& layers, const Name& name) {
             return new_layer<Sequential>(layers_of(layers), name_or_none(name));
           }),
           "layers"_a, "name"_a = py::none())
      .def_property(
          "layers", [](const neon::Layer& self) { return parts_of(self); },
          [](Sequential& self, const py::iterable& layers) { self.set_layers(layers_of(layers)); },
          "Sublayers.");
  LayerClass<Parallel>(m, "Parallel", "Applies several branches to the same input.")
      .def(py::init([](const py::iterable& branches, const Name& mode, const Name& name) {
             return new_layer<Parallel>(layers_of(branches), mode_of(mode), name_or_none(name));
           }),
           "branches"_a, "mode"_a = "concat", "name"_a = py::none())
      .def("__call__", call_parallel, "in_obj"_a, "merge_axis"_a = py::none(),
           py::call_guard<AtPythonLine>());
  LayerClass<ResidualModule>(m, "ResidualModule", "main(x) + side(x), or main(x) + x.")
      .def(py::init([](const py::object& main_path, const py::object& side_path, const Name& name) {
             return new_layer<ResidualModule>(
                 layer_of(main_path), side_path.is_none() ? neon::LayerPtr() : layer_of(side_path),
                 name_or_none(name));
           }),
           "main_path"_a, "side_path"_a = py::none(), "name"_a = py::none());
}

}  // namespace ng::python
