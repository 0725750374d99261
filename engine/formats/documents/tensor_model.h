// SPDX-License-Identifier: Apache-2.0
// An array of a document: inline if small, otherwise in a file next to the document.
#pragma once

#include <string>

#include "engine/base/tensor.h"

namespace ng {

struct TensorModel {
  Tensor value;      // without data until read from the file
  std::string file;  // "<content hash>.safetensors"; empty: inline
  std::string name;  // in that file
};

}  // namespace ng
