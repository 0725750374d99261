// SPDX-License-Identifier: Apache-2.0
// The variables of a document as named tensors, to be compared with those of a checkpoint.
#pragma once

#include <map>
#include <memory>

#include "engine/documents/checkpoint_contents.h"
#include "engine/documents/document.h"

namespace ng {

// Variables and persistent tensors with their initial values. Keeps the ops of the document.
class DocumentTensors : public TensorSource {
 public:
  explicit DocumentTensors(const Document& document);
  Tensor read(const std::string& name) override;
  std::vector<std::byte> read_elements(const std::string& name) override;
  Tensor read_part(const std::string& name, std::int64_t first, std::int64_t count) override;
  bool reads_parts(const std::string&) const override { return false; }

 private:
  std::map<std::string, Op> state_;  // by name
};

}  // namespace ng
