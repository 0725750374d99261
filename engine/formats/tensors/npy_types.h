// SPDX-License-Identifier: Apache-2.0
// The element types of npy files: NumPy's, and those of ml_dtypes, which NumPy only keeps as bytes.
#pragma once

#include <string>
#include <string_view>

#include "engine/formats/tensors/stored_type.h"

namespace ng {

// The descr of a header, "'<f4'" with its quotes; empty for types that are not written. bfloat16 is
// written as '|V2'; 8-bit floats as records of one byte whose field has the type's name, so that
// array.view(ml_dtypes.float8_e5m2) has their values.
std::string npy_descr(const StoredType& type);

struct NpyType {
  StoredType dtype = DType::f32;
  bool swapped = false;  // big endian
  bool assumed = false;  // two bytes without a type are taken for bfloat16
  bool objects = false;  // a pickle
};
// Of a descr: "<f4", or a list of fields as written. Other types are named by the descr.
NpyType npy_type(const std::string& descr);

}  // namespace ng
