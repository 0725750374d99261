// SPDX-License-Identifier: Apache-2.0
// Conversion between NumPy arrays and tensors.
#pragma once

#include <pybind11/numpy.h>

#include <optional>

#include "engine/base/tensor.h"

namespace ng::python {

namespace py = pybind11;

// Element type of a NumPy dtype; nullopt for unsupported ones (complex, text, objects).
std::optional<DType> dtype_of(const py::dtype& dtype);
std::optional<DType> dtype_numbered(int number);  // NumPy's type number
// NumPy has no bfloat16: its values are returned as float32.
py::dtype numpy_dtype(DType dtype);
// Converts a dtype argument: a NumPy dtype or type, its name, or "bfloat16". Raises TypeError for
// others.
DType dtype_argument(py::handle dtype);

// A C-contiguous array of a number, array or nested list, which holds integers up to 2^64 - 1
// exactly: NumPy makes float64 of a list of them. Null, with Python's error, for other objects.
py::array array_from(py::handle value);
// Copy of a number, array or nested list in its own element type; nullopt for other objects.
std::optional<Tensor> tensor_of(py::handle value);
// The same, cast to `dtype`.
std::optional<Tensor> tensor_of(py::handle value, DType dtype);
py::array new_array(DType dtype, const Shape& shape);  // uninitialized
// A new array with a copy of the values.
py::array array_of(const Tensor& tensor);

}  // namespace ng::python
