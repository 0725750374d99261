// SPDX-License-Identifier: Apache-2.0
// Names for the dimensions of positional tensors: dimensions that ops equate get one axis.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/graph/axis.h"

namespace ng::onnx {

// A model is built twice. While it is built first, every dimension has an axis of its own, and the
// builder reports which dimensions are equal and which share a tensor. unify() merges equal
// dimensions unless a tensor would have one axis twice. While the model is built again, fresh()
// returns the merged axes. The order of calls within a node is the same in both.
class Dimensions {
 public:
  // Starts the dimensions of the next node.
  void begin(std::size_t node);
  // A dimension that no operand has. `hint` names it unless prefer() does; the name of another
  // dimension stands for whatever that one will be named.
  Axis fresh(std::int64_t length, const std::string& hint);
  // Dimensions of a tensor whose use names none of them, kept apart.
  std::vector<Axis> fresh_of(const std::vector<std::int64_t>& lengths);
  // A name by use; the highest rank wins, then the first.
  void prefer(const Axis& axis, const std::string& name, int rank);
  // `axis` takes the name of `other` unless a use names it.
  void resemble(const Axis& axis, const Axis& other);
  void equate(const Axis& a, const Axis& b);
  // No two of these may become one axis.
  void keep_apart(const std::vector<Axis>& axes);
  void unify();
  bool unified() const { return unified_; }

 private:
  struct Row {
    std::int64_t length = 0;
    std::string name;
    int rank = 0;
    std::size_t parent = 0;
    std::optional<std::size_t> like = {};  // the row whose name it takes
    Axis axis;
  };

  std::size_t root(std::size_t i);
  void merge(std::size_t a, std::size_t b);
  std::string name_of(std::size_t row);
  std::string distinct(const std::string& symbol);
  Axis merged(std::size_t row, std::int64_t length, const std::string& hint);

  std::vector<Row> rows_;
  std::unordered_map<const void*, std::size_t> row_of_;     // by axis, while built first
  std::unordered_map<std::string, std::size_t> row_named_;  // by its axis's name, likewise
  std::vector<std::pair<std::size_t, std::size_t>> equal_;
  std::vector<std::unordered_set<std::size_t>> apart_;
  std::vector<std::vector<std::size_t>> of_node_;  // rows in the order of calls
  std::unordered_map<std::string, int> taken_;
  std::size_t node_ = 0, at_ = 0;
  bool unified_ = false;
};

}  // namespace ng::onnx
