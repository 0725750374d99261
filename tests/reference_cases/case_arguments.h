// SPDX-License-Identifier: Apache-2.0
// What stands in the arguments of a case's node, read as what the engine's functions take.
#pragma once

#include <map>
#include <utility>
#include <variant>

#include "engine/graph/slice.h"
#include "engine/ngraph.h"
#include "tests/reference_cases/case_reader.h"

namespace ng::cases {

// What a node of a case stands for. No op: a node that is checked for its refusal only.
using Built = std::variant<std::monostate, Op, std::vector<Op>>;

// The case uses an op that the engine does not have.
struct MissingOp : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Names that arguments refer to: axes, nodes built so far, arrays.
struct CaseScope {
  const Case& c;
  std::map<std::string, Axis> axes;
  std::map<std::string, Built> nodes;

  const Tensor& array(const std::string& key) const;
  // The op of "y", or of a path: "vars.0".
  Op op(const std::string& path) const;
};

// The arguments of one node. `i` is a position; the keyword stands for it where it is missing.
class Arguments {
 public:
  Arguments(const CaseScope& scope, const CaseNode& node) : scope_(scope), node_(node) {}

  bool has(const std::string& keyword) const { return node_.keywords.contains(keyword); }
  bool has(std::size_t i, const std::string& keyword) const;
  const Json& at(std::size_t i, const std::string& keyword) const;

  Operand operand(std::size_t i, const std::string& keyword = {}) const;
  Op op(std::size_t i, const std::string& keyword = {}) const;
  std::vector<Op> ops(std::size_t i, const std::string& keyword = {}) const;
  Axes axes(std::size_t i, const std::string& keyword = "axes") const;
  std::optional<Axes> optional_axes(std::size_t i, const std::string& keyword = "axes") const;
  Axis axis(std::size_t i, const std::string& keyword = "axis") const;
  double number(std::size_t i, const std::string& keyword, double otherwise) const;
  std::int64_t integer(std::size_t i, const std::string& keyword, std::int64_t otherwise) const;
  bool flag(const std::string& keyword, bool otherwise) const;
  std::string text(std::size_t i, const std::string& keyword = {}) const;
  DType dtype(std::size_t i, const std::string& keyword = "dtype") const;
  Initial initial() const;  // the keyword initial_value
  Over over() const;        // the keywords reduction_axes and out_axes
  std::vector<SliceItem> slices(std::size_t i) const;
  // Per axis before and after; one number stands for both.
  std::vector<std::pair<std::int64_t, std::int64_t>> paddings(std::size_t i) const;
  // {"dict": {...}}
  const Json& dictionary(std::size_t i, const std::string& keyword = {}) const;

  Op as_op(const Json& json) const;
  Axes as_axes(const Json& json) const;
  Tensor as_tensor(const Json& json) const;

 private:
  const CaseScope& scope_;
  const CaseNode& node_;
};

}  // namespace ng::cases
