// SPDX-License-Identifier: Apache-2.0
// NumPy's arrays and the engine's: element types, and copies both ways.
#pragma once

#include <pybind11/numpy.h>

#include <optional>

#include "engine/base/tensor.h"

namespace ng::python {

namespace py = pybind11;

// The element type of a NumPy dtype; none for those that the engine lacks (complex, text, objects).
std::optional<DType> dtype_of(const py::dtype& dtype);
std::optional<DType> dtype_numbered(int number);  // NumPy's type number
// NumPy has no bfloat16: its values are handed out as float32.
py::dtype numpy_dtype(DType dtype);
// What users write as a dtype: a NumPy dtype or type, its name, "bfloat16". TypeError otherwise.
DType dtype_argument(py::handle dtype);

// A copy of a number, array or nested list, in its own element type; nothing when it is none.
std::optional<Tensor> tensor_of(py::handle value);
// The same in `dtype`.
std::optional<Tensor> tensor_of(py::handle value, DType dtype);
py::array new_array(DType dtype, const Shape& shape);  // its contents are anything
// A new array with a copy of the values.
py::array array_of(const Tensor& tensor);

}  // namespace ng::python
