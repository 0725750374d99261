// SPDX-License-Identifier: Apache-2.0
// An array in a document: written out when small, else kept in a file beside it.
#pragma once

#include <string>

#include "engine/base/tensor.h"

namespace ng {

struct TensorModel {
  Tensor value;      // without bytes while it is in a file and not read
  std::string file;  // "<content hash>.safetensors"; empty: written out
  std::string name;  // in that file
};

}  // namespace ng
