// SPDX-License-Identifier: Apache-2.0
// Hashes of what ops are by themselves: kind, attributes, types, elements of tensors and names, in
// any combination. Ops with equal labels are alike in these.
#pragma once

#include "engine/analysis/difference/op_rows.h"
#include "engine/analysis/document_difference.h"

namespace ng {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b);  // hash of an ordered pair
std::uint64_t hash_of(std::string_view text);

// "enc/W" of an op that a person or a file named; empty if the name is made from the kind.
std::string given_name(const OpRecord& op);

// What labels contain besides the kind of the op.
struct LabelParts {
  bool attributes = false;  // and types of results; axes by their lengths, since names may differ
  bool elements = false;    // of tensors
  bool names = false;       // given names
};

class OpLabels {
 public:
  OpLabels(const OpRows& rows, const AttributeTensors& tensors);
  std::vector<std::uint64_t> labels(const LabelParts& parts) const;
  // Hash of the elements in any order; 0 for an op without tensors, or with tensors whose elements
  // are few or all equal, which identify nothing.
  std::uint64_t sorted_elements(std::size_t row) const { return sorted_[row]; }

 private:
  struct Parts {
    std::uint64_t kind = 0, attributes = 0, elements = 0, name = 0;
  };
  std::vector<Parts> parts_;
  std::vector<std::uint64_t> sorted_;
};

}  // namespace ng
