// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <type_traits>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/python/call_plan.h"
#include "engine/runtime/representable.h"

namespace ng::python {
namespace {

using py::detail::npy_api;

bool is_array(PyObject* value) {
  return Py_TYPE(value) == npy_api::get().PyArray_Type_;
}

// Whether the array is row-major, aligned, in native byte order, and of this shape.
bool has_layout(PyObject* array, const Shape& shape) {
  const auto* proxy = py::detail::array_proxy(array);
  const int wanted = npy_api::NPY_ARRAY_C_CONTIGUOUS_ | npy_api::NPY_ARRAY_ALIGNED_;
  if ((proxy->flags & wanted) != wanted || proxy->nd != static_cast<int>(shape.size()))
    return false;
  for (int i = 0; i < proxy->nd; ++i) {
    if (proxy->dimensions[i] != shape[static_cast<std::size_t>(i)]) return false;
  }
  const char order = py::detail::array_descriptor_proxy(proxy->descr)->byteorder;
  return order != '>';
}

// True for Python's numbers and NumPy's scalars, false for arrays.
bool is_number(PyObject* value) {
  if (PyFloat_CheckExact(value) || PyLong_CheckExact(value)) return true;
  const PyNumberMethods* const methods = Py_TYPE(value)->tp_as_number;
  return methods && methods->nb_float && !PySequence_Check(value) && !PyUnicode_Check(value);
}

std::optional<DType> dtype_in(PyObject* array) {
  const auto* proxy = py::detail::array_proxy(array);
  return dtype_numbered(py::detail::array_descriptor_proxy(proxy->descr)->type_num);
}

template <class From, class To>
void cast_all(const char* from, std::byte* to, std::int64_t count) {
  const From* source = reinterpret_cast<const From*>(from);
  To* target = reinterpret_cast<To*>(to);
  for (std::int64_t i = 0; i < count; ++i) target[i] = static_cast<To>(source[i]);
}

// Fast paths for common dtype casts; returns false for other casts.
bool cast_commonly(DType given, const char* from, Tensor& to) {
  const std::int64_t count = to.size();
  if (to.dtype != DType::f32) return false;
  switch (given) {
    case DType::f64: return cast_all<double, float>(from, to.bytes.data(), count), true;
    case DType::i64: return cast_all<std::int64_t, float>(from, to.bytes.data(), count), true;
    case DType::i32: return cast_all<std::int32_t, float>(from, to.bytes.data(), count), true;
    case DType::i16: return cast_all<std::int16_t, float>(from, to.bytes.data(), count), true;
    case DType::u16: return cast_all<std::uint16_t, float>(from, to.bytes.data(), count), true;
    case DType::i8: return cast_all<std::int8_t, float>(from, to.bytes.data(), count), true;
    case DType::u8:
    case DType::bool_: return cast_all<std::uint8_t, float>(from, to.bytes.data(), count), true;
    default: return false;
  }
}

}  // namespace

Argument::Argument(const Op& parameter)
    : parameter_(parameter),
      placeholder_(parameter.node().def->traits.kind == OpKind::placeholder),
      dtype_(parameter.dtype()),
      shape_(parameter.axes().lengths()),
      copy_(dtype_, shape_) {}

const void* Argument::memory_for(PyObject* value) {
  if (is_array(value) && dtype_ != DType::bf16 && has_layout(value, shape_)) {
    if (dtype_in(value) == dtype_) return py::detail::array_proxy(value)->data;
  }
  return copy_of(value).bytes.data();
}

const Tensor& Argument::copy_of(PyObject* value) {
  if (!takes_number(value) && !takes_array(value)) convert(value);
  return copy_;
}

bool Argument::takes_number(PyObject* value) {
  if (!shape_.empty() || is_integer(dtype_) || !is_number(value)) return false;
  const double number = PyFloat_AsDouble(value);
  if (number == -1 && PyErr_Occurred()) {  // an integer beyond float64: convert() refuses it
    PyErr_Clear();
    return false;
  }
  copy_.set(0, number);
  return true;
}

bool Argument::takes_array(PyObject* value) {
  if (!is_array(value) || !has_layout(value, shape_)) return false;
  const auto given = dtype_in(value);
  if (!given) return false;
  const char* const data = py::detail::array_proxy(value)->data;
  if (*given != dtype_) return cast_commonly(*given, data, copy_);
  if (!copy_.bytes.empty()) std::memcpy(copy_.bytes.data(), data, copy_.bytes.size());
  return true;
}

void Argument::convert(PyObject* value) {
  // For lists and arrays in another memory order, NumPy's row-by-row copy is faster than ours.
  const py::array rows = array_from(value);
  if (rows && takes_array(rows.ptr())) return;
  PyErr_Clear();
  const auto tensor = tensor_of(value);
  if (!tensor) {
    Diagnostic diagnostic;
    diagnostic.what = "an argument is not a number or an array of numbers";
    diagnostic.where = describe(parameter_.value());
    diagnostic.found = py::repr(py::handle(value)).cast<std::string>();
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  copy_ = fed_to(*tensor, dtype_, shape_, describe(parameter_.value()));
}

}  // namespace ng::python
