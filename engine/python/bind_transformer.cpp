// SPDX-License-Identifier: Apache-2.0
#include "engine/session/transformer.h"

#include "engine/python/bind.h"
#include "engine/python/handles.h"

namespace ng::python {

using namespace pybind11::literals;

void bind_transformer(py::module_& m) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<Transformer, std::shared_ptr<Transformer>>(
      m, "Transformer", "Compiles computations, and holds the state that they share.")
      .def_property_readonly("name", [](const Transformer& t) { return std::string(t.name()); })
      .def("initialize", &Transformer::initialize, Unlocked())
      .def("allocate", &Transformer::allocate, Unlocked())
      .def("close", &Transformer::close, Unlocked())
      .def_property_readonly("is_closed", &Transformer::is_closed)
      .def("save", &Transformer::save, "path"_a, Unlocked())
      .def("restore", &Transformer::restore, "path"_a, Unlocked())
      .def("state_ops", &Transformer::state_ops)
      .def(
          "value", [](const Transformer& t, const Op& storage) { return t.value(storage); },
          "storage"_a, "What a storage op holds now; None before it is allocated.")
      .def(
          "set_value",
          [](Transformer& t, const Op& storage, const Tensor& value) {
            t.set_value(storage, value);
          },
          "storage"_a, "value"_a);
  m.def("transformer_choices", &transformer_choices,
        "Names of the transformers that can run here.");
  m.def(
      "unavailable_transformers",
      [] {
        py::dict reasons;
        for (const TransformerInfo& info : all_transformers()) {
          if (!info.availability.available) reasons[info.name.c_str()] = info.availability.reason;
        }
        return reasons;
      },
      "Why the other transformers cannot run here, by name.");
  m.def("allocate_transformer", &allocate_transformer, "name"_a,
        "A new transformer. ValueError for an unknown name.");
}

}  // namespace ng::python
