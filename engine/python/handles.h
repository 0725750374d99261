// SPDX-License-Identifier: Apache-2.0
// Python objects of ops, axes and axes tuples. An op or axis is the same Python object as long as
// Python holds it, so `is` works as in the original; equality and hash follow identity in the
// graph. Include this file wherever functions that take or return these types are bound.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/slice.h"
#include "engine/python/host_array.h"

namespace ng::python {

struct OpObject {
  Op op;
  explicit OpObject(Op wrapped) : op(std::move(wrapped)) {}
  ~OpObject();
  OpObject(const OpObject&) = delete;
  OpObject& operator=(const OpObject&) = delete;
};
struct AxisObject {
  Axis axis;
  explicit AxisObject(Axis wrapped) : axis(std::move(wrapped)) {}
  ~AxisObject();
  AxisObject(const AxisObject&) = delete;
  AxisObject& operator=(const AxisObject&) = delete;
};
struct AxesObject {
  Axes axes;
};

// None for a null op.
py::object object_of(const Op& op);
py::object object_of(const Axis& axis);
py::object object_of(const Axes& axes);

// Null if `object` has another type.
const Op* op_in(py::handle object);
const Axis* axis_in(py::handle object);

// The op, or a constant op for a number or array; nullopt for other objects.
std::optional<Op> as_op(py::handle object);
std::optional<Operand> as_operand(py::handle object);
// For an element of this type: an array is not rounded to another type before.
std::optional<Operand> as_operand(py::handle object, DType type);
// Converts whatever make_axes accepts: None, an axis, axes, a dict of lengths by name, or an
// iterable of axes, in which nested iterables become flattened axes. Raises ValueError for other
// objects.
Axes as_axes(py::handle object);
SliceItem as_slice_item(py::handle object);
// Items of a subscript: a single one or a tuple; an ellipsis stands for the axes in the middle.
std::vector<SliceItem> as_subscript(py::handle key, std::size_t rank);

// Starts capturing the ops that Python sees and the ops they consist of, oldest first. Enclosing
// captures do not receive the ops of an isolated capture.
void begin_capture(bool isolated);
py::list end_capture();

// Wraps a method of an engine class for binding to its Python handle.
template <class C, class R, class... A>
auto of(R (C::*method)(A...) const) {
  return [method](const C& self, A... arguments) -> R { return (self.*method)(arguments...); };
}

// Docstring of an op function: the documentation of its record.
const char* doc_of(std::string_view op);

}  // namespace ng::python

namespace pybind11::detail {

template <>
struct type_caster<ng::Op> {
  PYBIND11_TYPE_CASTER(ng::Op, const_name("Op"));
  bool load(handle source, bool convert) {
    if (const ng::Op* op = ng::python::op_in(source)) {
      value = *op;
      return true;
    }
    const auto made = convert ? ng::python::as_op(source) : std::nullopt;
    if (made) value = *made;
    return made.has_value();
  }
  static handle cast(const ng::Op& op, return_value_policy, handle) {
    return ng::python::object_of(op).release();
  }
};

template <>
struct type_caster<ng::Operand> {
  static constexpr auto name = const_name("object");
  template <class T>
  using cast_op_type = const ng::Operand&;
  operator const ng::Operand&() { return *value; }  // NOLINT: required by pybind11
  bool load(handle source, bool) {
    value = ng::python::as_operand(source);
    return value.has_value();
  }
  std::optional<ng::Operand> value;
};

template <>
struct type_caster<ng::Axis> {
  PYBIND11_TYPE_CASTER(ng::Axis, const_name("Axis"));
  bool load(handle source, bool) {
    const ng::Axis* axis = ng::python::axis_in(source);
    if (axis) value = *axis;
    return axis != nullptr;
  }
  static handle cast(const ng::Axis& axis, return_value_policy, handle) {
    return ng::python::object_of(axis).release();
  }
};

template <>
struct type_caster<ng::Axes> {
  PYBIND11_TYPE_CASTER(ng::Axes, const_name("Axes"));
  bool load(handle source, bool) {
    value = ng::python::as_axes(source);
    return true;
  }
  static handle cast(const ng::Axes& axes, return_value_policy, handle) {
    return ng::python::object_of(axes).release();
  }
};

template <>
struct type_caster<ng::DType> {
  PYBIND11_TYPE_CASTER(ng::DType, const_name("numpy.dtype"));
  bool load(handle source, bool) {
    value = ng::python::dtype_argument(source);
    return true;
  }
  static handle cast(ng::DType dtype, return_value_policy, handle) {
    return ng::python::numpy_dtype(dtype).release();
  }
};

template <>
struct type_caster<ng::Tensor> {
  PYBIND11_TYPE_CASTER(ng::Tensor, const_name("numpy.ndarray"));
  bool load(handle source, bool) {
    auto tensor = ng::python::tensor_of(source);
    if (tensor) value = std::move(*tensor);
    return tensor.has_value();
  }
  static handle cast(const ng::Tensor& tensor, return_value_policy, handle) {
    return ng::python::array_of(tensor).release();
  }
};

template <>
struct type_caster<ng::SliceItem> {
  PYBIND11_TYPE_CASTER(ng::SliceItem, const_name("int | slice"));
  bool load(handle source, bool) {
    value = ng::python::as_slice_item(source);
    return true;
  }
};

}  // namespace pybind11::detail
