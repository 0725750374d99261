// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"
#include "engine/python/bind.h"
#include "engine/python/handles.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

Axis new_axis(std::optional<std::int64_t> length, const std::optional<std::string>& name,
              const std::optional<std::string>& docstring, bool batch, bool recurrent,
              const std::vector<std::string>& roles) {
  AxisOptions options{batch, recurrent, roles, docstring.value_or("")};
  if (length) return make_axis(*length, name.value_or(""), std::move(options));
  return make_axis(name.value_or(""), std::move(options));
}

// axis + integer gives a dual axis; any other operand is handled as Axes.
py::object add(const Axis& axis, py::handle other) {
  if (PyIndex_Check(other.ptr())) return object_of(axis + other.cast<int>());
  return object_of(Axes(axis) + as_axes(other));
}
py::object subtract(const Axis& axis, py::handle other) {
  if (PyIndex_Check(other.ptr())) return object_of(axis - other.cast<int>());
  return object_of(Axes(axis) - as_axes(other));
}

void bind_axis(py::module_& m) {
  py::class_<AxisObject, std::shared_ptr<AxisObject>>(
      m, "Axis", py::dynamic_attr(),
      "A named axis of tensors. Axes are equal if their names and dual levels are equal.")
      .def_property(
          "name", [](const Axis& a) { return a.label(); },
          [](const Axis& a, const std::string& name) { a.named(name); })
      .def_property(
          "length", [](const Axis& a) { return a.known_length(); },
          [](const Axis& a, std::int64_t length) { Axis(a).set_length(length); },
          "The length, or None if unknown. Shared with dual axes.")
      .def_property_readonly("dual_level", of(&Axis::dual_level))
      .def_property_readonly("docstring", [](const Axis& a) { return a.docstring(); })
      .def_property_readonly("is_batch", of(&Axis::is_batch))
      .def_property_readonly("is_recurrent", of(&Axis::is_recurrent))
      .def_property_readonly("is_channel", of(&Axis::is_channel))
      .def_property_readonly("is_flattened", of(&Axis::is_flattened))
      .def_property_readonly("roles", [](const Axis& a) { return a.roles(); })
      .def_property_readonly("members", [](const Axis& a) { return Axes(a.members()); })
      .def_property_readonly("axes",
                             [](const Axis& a) { return a.is_flattened() ? Axes(a.members()) : a; })
      .def_property_readonly("primary_axis", [](const Axis& a) { return a - a.dual_level(); })
      .def_property_readonly("T", [](const Axis& a) { return a + (-1 - 2 * a.dual_level()); })
      .def("has_role", of(&Axis::has_role), "role"_a)
      .def("add_role", [](const Axis& a, const std::string& role) { Axis(a).add_role(role); })
      .def(
          "named", [](const Axis& a, const std::string& name) { return a.named(name); }, "name"_a,
          "Rename the axis in place and return it.")
      .def("__add__", add)
      .def("__sub__", subtract)
      .def("__or__", [](const Axis& a, const Axes& other) { return Axes(a) | other; })
      .def("__and__", [](const Axis& a, const Axes& other) { return Axes(a) & other; })
      .def("__eq__",
           [](const Axis& a, py::handle other) {
             const Axis* axis = axis_in(other);
             return axis && a == *axis;
           })
      .def("__hash__", of(&Axis::hash))
      .def("__len__", of(&Axis::length))
      .def("__repr__", of(&Axis::repr))
      .def("__str__", of(&Axis::text));
}

py::object axes_item(const Axes& axes, py::handle key) {
  const py::tuple all = py::cast(axes.list());
  const py::object item = py::reinterpret_steal<py::object>(PyObject_GetItem(all.ptr(), key.ptr()));
  if (!item) throw py::error_already_set();
  return py::isinstance<py::tuple>(item) ? object_of(as_axes(item)) : item;
}

bool equal_axes(const Axes& axes, py::handle other) {
  if (py::isinstance<AxesObject>(other)) return axes == as_axes(other);
  throw py::value_error("axes can only be compared with axes, not with " +
                        py::repr(other).cast<std::string>() + "; use make_axes to create axes");
}

py::object by_names(const Axes& axes, const py::args& names) {
  py::list found;
  for (const py::handle name : names) found.append(axes.get_by_name(name.cast<std::string>()));
  return found.size() == 1 ? py::object(found[0]) : py::object(py::tuple(found));
}

// Length of an axis; for a flattened axis, the tuple of its members' lengths.
py::object nested_length(const Axis& axis) {
  if (!axis.is_flattened()) return py::cast(axis.known_length());
  py::list lengths;
  for (const Axis& member : axis.members()) lengths.append(nested_length(member));
  return py::tuple(lengths);
}

void bind_axes_class(py::module_& m) {
  py::class_<AxesObject>(m, "Axes", "An ordered tuple of distinct axes.")
      .def(py::init([](const Axes& axes) { return AxesObject{axes}; }), "axes"_a = py::none())
      .def_property_readonly("lengths",
                             [](const Axes& a) {
                               py::list lengths;
                               for (const Axis& axis : a) lengths.append(axis.known_length());
                               return py::tuple(lengths);
                             })
      .def_property_readonly("full_lengths",
                             [](const Axes& a) {
                               py::list lengths;
                               for (const Axis& axis : a) lengths.append(nested_length(axis));
                               return py::tuple(lengths);
                             })
      .def_property_readonly("names",
                             [](const Axes& a) {
                               py::list names;
                               for (const Axis& axis : a) names.append(axis.label());
                               return py::tuple(names);
                             })
      .def_property_readonly("size", of(&Axes::element_count))
      .def("__len__", of(&Axes::size))
      .def("__bool__", [](const Axes& a) { return !a.empty(); })
      .def("__iter__", [](const Axes& a) { return py::iter(py::tuple(py::cast(a.list()))); })
      .def("__getitem__", axes_item)
      .def("__contains__",
           [](const Axes& a, py::handle o) { return axis_in(o) && a.contains(*axis_in(o)); })
      .def("__add__", [](const Axes& a, const Axes& b) { return a + b; })
      .def("__sub__", [](const Axes& a, const Axes& b) { return a - b; })
      .def("__or__", [](const Axes& a, const Axes& b) { return a | b; })
      .def("__and__", [](const Axes& a, const Axes& b) { return a & b; })
      .def("__eq__", equal_axes)
      .def("__ne__", [](const Axes& a, py::handle b) { return !equal_axes(a, b); })
      .def("__hash__", of(&Axes::hash))
      .def("__repr__",
           [](const Axes& a) {
             std::string text = "Axes(";
             for (const Axis& axis : a) text += (text.back() == '(' ? "" : ", ") + axis.repr();
             return text + ")";
           })
      .def("is_sub_set", of(&Axes::is_sub_set), "other"_a)
      .def("is_super_set", of(&Axes::is_super_set), "other"_a)
      .def("is_equal_set", of(&Axes::is_equal_set), "other"_a)
      .def(
          "is_not_equal_set", [](const Axes& a, const Axes& b) { return !a.is_equal_set(b); },
          "other"_a)
      .def(
          "intersect", [](const Axes& a, const Axes& b) { return a & b; }, "axes"_a)
      .def(
          "index", [](const Axes& a, const Axis& axis) { return a.index(axis); }, "axis"_a)
      .def("find_by_name", of(&Axes::find_by_name), "name"_a)
      .def("get_by_names", by_names)
      .def("batch_axis", of(&Axes::batch_axis))
      .def("channel_axis", of(&Axes::channel_axis))
      .def("recurrent_axis", of(&Axes::recurrent_axis))
      .def("batch_axes", [](const Axes& a) { return a.batch_axes(); })
      .def("sample_axes", of(&Axes::sample_axes))
      .def("feature_axes", of(&Axes::feature_axes))
      .def("spatial_axes", of(&Axes::spatial_axes))
      .def("role_axes", of(&Axes::role_axes), "role"_a)
      .def("get_dual", of(&Axes::get_dual), "offset"_a = -1)
      .def("flatten", of(&Axes::flatten), "force"_a = false)
      .def("set_shape", of(&Axes::set_shape), "shape"_a)
      .def_static("assert_valid_broadcast", &assert_valid_broadcast, "from_axes"_a, "to_axes"_a)
      .def_static("assert_valid_flatten", &assert_valid_flatten, "unflattened"_a, "flattened"_a)
      .def_static("assert_valid_unflatten", &assert_valid_unflatten, "flattened"_a,
                  "unflattened"_a);
}

}  // namespace

void bind_axes(py::module_& m) {
  bind_axis(m);
  bind_axes_class(m);
  m.def("make_axis", new_axis, "length"_a = py::none(), "name"_a = py::none(),
        "docstring"_a = py::none(), "batch"_a = false, "recurrent"_a = false,
        "roles"_a = std::vector<std::string>(),
        "Create an axis; see ngraph.op_graph.axes.make_axis.");
  m.def(
      "make_axes", [](const Axes& axes) { return axes; }, "axes"_a = py::none(),
      "Create Axes from axes, lists of axes (inner lists become flattened axes) or a dict of "
      "lengths.");
  m.def(
      "make_flattened_axis",
      [](const Axes& members) { return make_flattened_axis(members.list()); }, "members"_a);
  m.def(
      "slice_axis",
      [](const Axis& axis, const SliceItem& item) {
        return slice_axis(axis, item.start, item.stop, item.step);
      },
      "axis"_a, "slice"_a);
  m.def(
      "map_axes",
      [](const std::vector<std::pair<std::string, std::string>>& names, const Axes& axes) {
        return AxesMap(names).map_axes(axes);
      },
      "names"_a, "axes"_a);
  m.def("check_axes_map", [](const std::vector<std::pair<std::string, std::string>>& names) {
    AxesMap refuses_duplicates(names);
  });
  m.def("make_shadow_axis", &make_shadow_axis, "axis"_a);
  m.def("is_shadow_axis", &is_shadow_axis, "axis"_a);
  m.def("linear_map_axes", &linear_map_axes, "in_axes"_a, "out_axes"_a);
}

}  // namespace ng::python
