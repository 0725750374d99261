// SPDX-License-Identifier: Apache-2.0
// Bindings of views, reshapes, slices, padding and concatenation.
#include "engine/ops/shapes/view.h"

#include "engine/ops/one_hot.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/slice.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"
#include "engine/python/python_line.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using Guard = py::call_guard<AtPythonLine>;
using OptionalAxes = std::optional<Axes>;

void bind_reshapes(py::module_& m) {
  m.def("broadcast", &broadcast, "x"_a, "axes"_a, doc_of("broadcast"), Guard());
  m.def("axes_with_order", &axes_with_order, "x"_a, "axes"_a, doc_of("axes_with_order"), Guard());
  m.def("cast_axes", &cast_axes, "tensor"_a, "axes"_a, doc_of("cast_axes"), Guard());
  m.def("cast_role", &cast_role, "tensor"_a, "axes"_a, doc_of("cast_role"), Guard());
  m.def(
      "rename_axes",
      [](const Operand& x, const std::vector<std::pair<std::string, std::string>>& names) {
        return map_roles(x, AxesMap(names));
      },
      "tensor"_a, "names"_a, doc_of("map_roles"), Guard());
  m.def("expand_dims", &expand_dims, "x"_a, "axis"_a, "dim"_a, doc_of("expand_dims"), Guard());
  m.def(
      "flatten",
      [](const Operand& x, const OptionalAxes& axes) {
        return axes ? flatten(x, *axes) : flatten(x);
      },
      "x"_a, "axes"_a = py::none(), doc_of("flatten"), Guard());
  m.def("flatten_at", &flatten_at, "x"_a, "idx"_a,
        "Flatten to two axes: the axes before position idx, and the others.", Guard());
  m.def("unflatten", &unflatten, "x"_a, "axes"_a = py::none(), doc_of("unflatten"), Guard());
  m.def("transpose", &transpose, "x"_a, doc_of("transpose"), Guard());
}

Padding padding_of(py::handle given) {
  if (PyIndex_Check(given.ptr())) {
    const auto both = given.cast<std::int64_t>();
    return {both, both};
  }
  const auto [before, after] = given.cast<std::pair<std::int64_t, std::int64_t>>();
  return {before, after};
}

Op make_pad(const Operand& x, const py::sequence& paddings, const OptionalAxes& axes) {
  std::vector<Padding> all;
  for (const py::handle padding : paddings) all.push_back(padding_of(padding));
  return pad(x, all, axes);
}

void bind_parts(py::module_& m) {
  m.def("tensor_slice", &tensor_slice, "x"_a, "slices"_a, "axes"_a = py::none(),
        doc_of("tensor_slice"), Guard());
  m.def(
      "slice_along_axis",
      [](const Operand& x, const Axis& axis, const SliceItem& idx) {
        return slice_along_axis(x, axis, idx);
      },
      "x"_a, "axis"_a, "idx"_a, doc_of("tensor_slice"), Guard());
  m.def("pad", make_pad, "x"_a, "paddings"_a, "axes"_a = py::none(), doc_of("pad"), Guard());
  m.def("one_hot", &one_hot, "x"_a, "axis"_a, doc_of("one_hot"), Guard());
  m.def("checked_classes", &checked_classes, "x"_a, "axis"_a, doc_of("checked_classes"), Guard());
  m.def("class_rows", &class_rows, "x"_a, "axis"_a, doc_of("class_rows"), Guard());
  m.def(
      "stack",
      [](const std::vector<Op>& x_list, const Axis& axis, std::int64_t pos) {
        return stack(x_list, axis, pos);
      },
      "x_list"_a, "axis"_a, "pos"_a = 0, doc_of("stack"), Guard());
  m.def(
      "concat_along_axis",
      [](const std::vector<Op>& x_list, const Axis& axis) {
        return concat_along_axis(x_list, axis);
      },
      "x_list"_a, "axis"_a, doc_of("concat_along_axis"), Guard());
}

}  // namespace

void bind_views(py::module_& m) {
  bind_reshapes(m);
  bind_parts(m);
}

}  // namespace ng::python
