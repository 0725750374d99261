// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/tensor_description.h"

#include "engine/graph/op_def.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Description = TensorDescription;

py::object nested(const Nested& number) {
  if (!number.group) return py::int_(number.value);
  py::list members;
  for (const Nested& member : number.members) members.append(nested(member));
  return py::tuple(members);
}

py::tuple nested(const std::vector<Nested>& numbers) {
  py::list all;
  for (const Nested& number : numbers) all.append(nested(number));
  return py::tuple(all);
}

py::tuple tuple_of(const std::vector<std::int64_t>& numbers) {
  return py::tuple(py::cast(numbers));
}

Description make(const Axes& axes, std::optional<DType> dtype, const std::string& name) {
  return Description(axes, dtype.value_or(DType::f32), name);
}

Description slice(const Description& d, const std::vector<SliceItem>& slices, const Axes& axes) {
  return d.slice(slices, axes);
}

}  // namespace

void bind_tensor_description(py::module_& m) {
  py::class_<Description>(m, "TensorDescription",
                          "Memory layout of a tensor: axes, byte strides and offset into the "
                          "storage that owns its elements. Views share the storage.")
      .def(py::init(&make), "axes"_a, "dtype"_a = py::none(), "name"_a = "")
      .def_property_readonly("axes", [](const Description& d) { return d.axes(); })
      .def_property_readonly("dtype", &Description::dtype)
      .def_property_readonly("name", &Description::name)
      .def_property_readonly("offset", &Description::offset)
      .def_property_readonly("shape", [](const Description& d) { return tuple_of(d.shape()); })
      .def_property_readonly("strides", [](const Description& d) { return tuple_of(d.strides()); })
      .def_property_readonly("sizes", [](const Description& d) { return tuple_of(d.sizes()); })
      .def_property_readonly("full_strides",
                             [](const Description& d) { return nested(d.full_strides()); })
      .def_property_readonly("full_sizes",
                             [](const Description& d) { return nested(d.full_sizes()); })
      .def_property_readonly("tensor_size", &Description::tensor_size)
      .def_property_readonly("ndim", &Description::ndim)
      .def_property_readonly("c_contiguous", &Description::c_contiguous)
      .def_property_readonly("broadcast_contiguous", &Description::broadcast_contiguous)
      .def_property_readonly("parameter_key", &Description::parameter_key)
      .def_property_readonly("axes_key", &Description::axes_key)
      .def_property_readonly("is_base", &Description::is_base)
      .def_property_readonly("base", [](const Description& d) { return Description(d.base()); })
      .def_property_readonly("next_tensor_description",
                             [](const Description& d) -> std::optional<Description> {
                               const Description* next = d.next_tensor_description();
                               return next ? std::optional(*next) : std::nullopt;
                             })
      .def("transpose", &Description::transpose)
      .def("reorder", &Description::reorder, "new_axes"_a)
      .def("broadcast", &Description::broadcast, "new_axes"_a)
      .def("cast", &Description::cast, "new_axes"_a)
      .def("flatten", &Description::flatten, "new_axes"_a)
      .def("unflatten", &Description::unflatten, "new_axes"_a)
      .def("slice", slice, "slices"_a, "new_axes"_a)
      .def("clone", [](const Description& d) { return Description(d); });
}

}  // namespace ng::python
