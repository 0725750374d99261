// SPDX-License-Identifier: Apache-2.0
// Tensors that could be meant by a variable: those of the same lengths, by similarity of names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/documents/binding/checkpoint_match.h"
#include "engine/documents/checkpoint_contents.h"

namespace ng {

// An order of axes in which `from` has the lengths `to`: none, reversed, or the first that fits.
std::optional<std::vector<std::size_t>> order_between(const Shape& from, const Shape& to);

// Can the values of a tensor be converted to `to` without changing their kind?
bool is_convertible(const CheckpointEntry& from, DType to);

class TensorSuggestions {
 public:
  explicit TensorSuggestions(const std::vector<const CheckpointEntry*>& entries);
  // Best first, at most 3.
  std::vector<TensorSuggestion> similar_to(const VariableBinding& variable) const;

 private:
  struct Candidate {
    const CheckpointEntry* entry;
    std::vector<std::uint16_t> pairs;  // of adjacent characters of the name
  };
  std::map<Shape, std::vector<Candidate>> by_lengths_;  // in sorted order
};

}  // namespace ng
