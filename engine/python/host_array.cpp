// SPDX-License-Identifier: Apache-2.0
#include "engine/python/host_array.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "engine/base/error.h"

namespace ng::python {

// Maps NumPy type numbers. Type numbers have the same place in the descriptor in NumPy 1 and 2, but
// element sizes do not; py::dtype::itemsize() and py::array's constructors are avoided here.
std::optional<DType> dtype_numbered(int number) {
  constexpr int half = 23;
  constexpr std::optional<DType> numbered[] = {
      DType::bool_, DType::i8,  DType::u8,  DType::i16, DType::u16, DType::i32, DType::u32,
      DType::i64,   DType::u64, DType::i64, DType::u64, DType::f32, DType::f64};
  static_assert(sizeof(long) == 8, "type numbers 7 and 8 are C's long");
  if (number == half) return DType::f16;
  return number >= 0 && number < static_cast<int>(std::size(numbered)) ? numbered[number]
                                                                       : std::nullopt;
}

std::optional<DType> dtype_of(const py::dtype& dtype) {
  return dtype_numbered(dtype.num());
}

py::dtype numpy_dtype(DType dtype) {
  return py::dtype(std::string(name(dtype == DType::bf16 ? DType::f32 : dtype)));
}

DType dtype_argument(py::handle dtype) {
  if (py::isinstance<py::str>(dtype) && dtype.cast<std::string>() == "bfloat16") return DType::bf16;
  const py::dtype known = py::dtype::from_args(py::reinterpret_borrow<py::object>(dtype));
  if (const auto found = dtype_of(known)) return *found;
  throw py::type_error("unsupported element type " + py::str(dtype).cast<std::string>() +
                       "; expected a float, integer or bool type of NumPy, or 'bfloat16'");
}

// The same integers as uint64; nullopt if not all are integers that uint64 holds.
static std::optional<py::array> whole_numbers(py::handle value) {
  using namespace pybind11::literals;
  const py::module_ numpy = py::module_::import("numpy");
  const py::object all = numpy.attr("asarray")(value, "dtype"_a = "object");
  for (const py::handle each : all.attr("flat")) {
    const bool whole = PyLong_CheckExact(each.ptr()) || py::isinstance(each, numpy.attr("integer"));
    if (!whole || each.attr("__lt__")(0).cast<bool>()) return std::nullopt;
  }
  try {
    return all.attr("astype")("uint64").cast<py::array>();
  } catch (const py::error_already_set&) {
    return std::nullopt;
  }
}

py::array array_from(py::handle value) {
  constexpr double exact = 9007199254740992;  // 2^53
  const py::array made = py::array::ensure(value, py::array::c_style);
  if (!made || py::isinstance<py::array>(value) || dtype_of(made.dtype()) != DType::f64)
    return made;
  const auto* const data = static_cast<const double*>(made.data());
  if (std::none_of(data, data + made.size(), [](double each) { return each >= exact; }))
    return made;
  return whole_numbers(value).value_or(made);
}

// bfloat16 and float8_e4m3fn, for example, which the package ml_dtypes adds to NumPy for JAX.
static bool is_small_float(const py::dtype& dtype) {
  const auto name = py::str(dtype.attr("name")).cast<std::string>();
  return name == "bfloat16" || name.starts_with("float8_");
}

std::optional<Tensor> tensor_of(py::handle value) {
  const bool text = py::isinstance<py::str>(value) || py::isinstance<py::bytes>(value);
  if (!value || value.is_none() || text || py::isinstance<py::dict>(value)) return std::nullopt;
  py::array array = array_from(value);
  if (!array) {
    PyErr_Clear();
    return std::nullopt;
  }
  auto dtype = dtype_of(array.dtype());
  if (!dtype && is_small_float(array.dtype())) {
    dtype = DType::f32;
    array = array.attr("astype")(numpy_dtype(*dtype));
  }
  if (!dtype) return std::nullopt;
  if (!array.dtype().attr("isnative").cast<bool>())
    array = array.attr("astype")(numpy_dtype(*dtype));
  Tensor tensor(*dtype, Shape(array.shape(), array.shape() + array.ndim()));
  if (!tensor.bytes.empty()) std::memcpy(tensor.bytes.data(), array.data(), tensor.bytes.size());
  return tensor;
}

std::optional<Tensor> tensor_of(py::handle value, DType dtype) {
  std::optional<Tensor> tensor = tensor_of(value);
  if (!tensor || tensor->dtype == dtype) return tensor;
  return broadcast_to(*tensor, dtype, tensor->shape, "an array");
}

py::array new_array(DType dtype, const Shape& shape) {
  const auto& numpy = py::detail::npy_api::get();
  const std::vector<Py_intptr_t> lengths(shape.begin(), shape.end());
  PyObject* array = numpy.PyArray_NewFromDescr_(
      numpy.PyArray_Type_, numpy_dtype(dtype).release().ptr(), static_cast<int>(lengths.size()),
      lengths.data(), nullptr, nullptr, 0, nullptr);
  if (!array) throw py::error_already_set();
  return py::reinterpret_steal<py::array>(array);
}

py::array array_of(const Tensor& tensor) {
  if (tensor.dtype == DType::bf16) {
    return array_of(broadcast_to(tensor, DType::f32, tensor.shape, "a result"));
  }
  py::array array = new_array(tensor.dtype, tensor.shape);
  if (!tensor.bytes.empty()) {
    std::memcpy(array.mutable_data(), tensor.bytes.data(), tensor.bytes.size());
  }
  return array;
}

}  // namespace ng::python
