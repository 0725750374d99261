// SPDX-License-Identifier: Apache-2.0
#include "engine/python/host_array.h"

#include <cstring>

#include "engine/base/error.h"

namespace ng::python {

std::optional<DType> dtype_of(const py::dtype& dtype) {
  const auto size = dtype.itemsize();
  switch (dtype.kind()) {
    case 'b':
      return DType::bool_;
    case 'f':
      if (size == 2) return DType::f16;
      if (size == 4) return DType::f32;
      if (size == 8) return DType::f64;
      return std::nullopt;
    case 'i':
      if (size == 1) return DType::i8;
      if (size == 2) return DType::i16;
      return size == 4 ? DType::i32 : DType::i64;
    case 'u':
      if (size == 1) return DType::u8;
      if (size == 2) return DType::u16;
      return size == 4 ? DType::u32 : DType::u64;
    default:
      return std::nullopt;
  }
}

py::dtype numpy_dtype(DType dtype) {
  return py::dtype(std::string(name(dtype == DType::bf16 ? DType::f32 : dtype)));
}

DType dtype_argument(py::handle dtype) {
  if (py::isinstance<py::str>(dtype) && dtype.cast<std::string>() == "bfloat16") return DType::bf16;
  const py::dtype known = py::dtype::from_args(py::reinterpret_borrow<py::object>(dtype));
  if (const auto found = dtype_of(known)) return *found;
  throw py::type_error("no op has elements of the type " + py::str(dtype).cast<std::string>() +
                       "; expected a float, integer or bool type of NumPy, or 'bfloat16'");
}

std::optional<Tensor> tensor_of(py::handle value) {
  const bool text = py::isinstance<py::str>(value) || py::isinstance<py::bytes>(value);
  if (!value || value.is_none() || text || py::isinstance<py::dict>(value)) return std::nullopt;
  py::array array = py::array::ensure(value, py::array::c_style);
  if (!array) {
    PyErr_Clear();
    return std::nullopt;
  }
  auto dtype = dtype_of(array.dtype());
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

py::array array_of(const Tensor& tensor) {
  if (tensor.dtype == DType::bf16) {
    return array_of(broadcast_to(tensor, DType::f32, tensor.shape, "a result"));
  }
  py::array array(numpy_dtype(tensor.dtype), tensor.shape);
  if (!tensor.bytes.empty()) {
    std::memcpy(array.mutable_data(), tensor.bytes.data(), tensor.bytes.size());
  }
  return array;
}

}  // namespace ng::python
