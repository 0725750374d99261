// SPDX-License-Identifier: Apache-2.0
// A data set: parts such as "train" and "test", each of named arrays with named axes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/tensor.h"

namespace ng::neon {

// Samples along the first axis; axes are named, "N" first. Of a text, which is one long sequence:
// one axis, "REC".
struct DataArray {
  std::string name;  // "image", "label", "inputs", "targets"
  std::vector<std::string> axes;
  Tensor value;  // in the files' own element type
};

struct DataPart {
  std::string name;               // "train", "valid", "test"
  std::vector<DataArray> arrays;  // of equal first lengths
  std::int64_t count() const { return arrays.empty() ? 0 : arrays.front().value.shape.at(0); }
};

struct DataSet {
  std::string name;    // "mnist"
  std::string origin;  // the folder it was read from, or "look-alike of mnist, seed 0"
  std::vector<DataPart> parts;
  std::vector<std::string> classes;  // what the numbers of labels or of a text stand for
  bool is_text = false;              // parts are sequences

  // Key Errors that list what there is.
  const DataPart& part(const std::string& name) const;
  const DataArray& array(const std::string& part, const std::string& name) const;
};

}  // namespace ng::neon
