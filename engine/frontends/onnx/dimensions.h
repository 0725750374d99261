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

// While a model is built, every dimension has an axis of its own, and the builder reports which
// dimensions are equal and which share a tensor. unify() merges equal dimensions unless a tensor
// would have one axis twice; axis_of() is then the axis of a dimension.
class Dimensions {
 public:
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
  // After unify(): the axis that takes the place of one that had no dual level. Ops make axes of
  // other lengths from those of dimensions: these are renamed. Other axes stay.
  Axis axis_of(const Axis& axis) const;
  // After unify(): the text with the names of these axes in place of those of dimensions.
  std::string readable(const std::string& text) const;

 private:
  struct Row {
    std::int64_t length = 0;
    std::string name;
    int rank = 0;
    std::size_t parent = 0;
    std::optional<std::size_t> like = {};  // the row whose name it takes
    Axis axis;                             // of its own
    Axis unified = {};                     // of the merged dimensions; in their root
  };

  std::size_t root(std::size_t i);
  void merge(std::size_t a, std::size_t b);
  std::string name_of(std::size_t row);
  std::string distinct(const std::string& symbol);
  Axis named_axis(std::size_t row);

  std::vector<Row> rows_;
  std::unordered_map<const void*, std::size_t> row_of_;     // by axis
  std::unordered_map<std::string, std::size_t> row_named_;  // by its axis's name
  std::vector<std::pair<std::size_t, std::size_t>> equal_;
  std::vector<std::unordered_set<std::size_t>> apart_;
  std::unordered_map<std::string, int> taken_;
  bool unified_ = false;
};

}  // namespace ng::onnx
