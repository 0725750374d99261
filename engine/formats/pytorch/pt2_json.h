// SPDX-License-Identifier: Apache-2.0
// Reads the JSON texts of a torch.export archive.
#pragma once

#include <map>
#include <string>

#include "engine/formats/pytorch/pt2_program.h"
#include "engine/parsing/json_field.h"

namespace ng::pytorch {

// Fills inputs, outputs, nodes and types; those of the tensors of the file get no index yet. Throws
// bad_file Errors.
void read_program(const JsonField& root, Program& program);

// A tensor as the list of weights describes it.
struct TensorText {
  std::string entry;  // of the archive, in the folder of the list
  bool pickled = false;
  StoredTensor tensor;     // without a place; a fault if its layout or type is not read
  std::int64_t first = 0;  // offset of its first element in the storage
};
std::vector<TensorText> read_tensor_list(const JsonField& root);

}  // namespace ng::pytorch
