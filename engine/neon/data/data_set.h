// SPDX-License-Identifier: Apache-2.0
// A data set: parts such as "train" and "test" of named arrays with named axes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/tensor.h"

namespace ng::neon {

// Samples along the first axis, "N". A text is one long sequence with the single axis "REC".
struct DataArray {
  std::string name;  // "image", "label", "inputs", "targets"
  std::vector<std::string> axes;
  Tensor value;  // in the element type of the files
};

struct DataPart {
  std::string name;               // "train", "valid", "test"
  std::vector<DataArray> arrays;  // all with the same first length
  std::int64_t count() const { return arrays.empty() ? 0 : arrays.front().value.shape.at(0); }
};

struct DataSet {
  std::string name;    // "mnist"
  std::string origin;  // source folder, or "synthetic mnist, seed 0"
  std::vector<DataPart> parts;
  std::vector<std::string> classes;  // names of label values, or vocabulary of a text
  bool is_text = false;              // parts are sequences
  std::vector<Diagnostic> notes;     // why the set is synthetic, if a folder was given

  // Throws a key Error that lists the existing parts.
  const DataPart& part(const std::string& name) const;
  const DataArray& array(const std::string& part, const std::string& name) const;
};

}  // namespace ng::neon
