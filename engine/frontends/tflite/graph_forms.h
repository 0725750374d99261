// SPDX-License-Identifier: Apache-2.0
// Forms in which the converter of TensorFlow Lite writes counters and lists of loops.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/formats/tflite/tflite_model.h"

namespace ng::tflite {

// A list of which one element is replaced: two slices with the element between them.
struct ListWrite {
  std::int64_t list, index, element;  // tensors
};

class GraphForms {
 public:
  GraphForms(const Model& model, const Graph& graph);

  // Is the tensor `next` the integer `counter` plus 1?
  bool counts(std::int64_t next, std::int64_t counter) const;
  // Nothing for any other operator.
  std::optional<ListWrite> list_write(const Operator& op) const;

 private:
  const Tensor& tensor(std::int64_t index) const {
    return graph_.tensors[static_cast<std::size_t>(index)];
  }
  const Operator* maker(std::int64_t index, std::string_view name) const;
  std::optional<std::vector<std::int64_t>> integers_of(std::int64_t index) const;

  const Model& model_;
  const Graph& graph_;
  std::unordered_map<std::int64_t, const Operator*> made_by_;  // by tensor
};

}  // namespace ng::tflite
