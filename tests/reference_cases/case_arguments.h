// SPDX-License-Identifier: Apache-2.0
// Reads the arguments of a case's node as parameters of the engine's functions.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <variant>

#include "engine/graph/slice.h"
#include "engine/neon/neon.h"
#include "engine/neon/optimizers/optimizer.h"
#include "tests/reference_cases/case_reader.h"

namespace ng::cases {

// An object of the neon front end.
using Neon = std::variant<neon::LayerPtr, neon::Activation, std::shared_ptr<neon::Optimizer>>;

// What a node of a case builds. monostate: a node that only checks an error.
using Built = std::variant<std::monostate, Op, std::vector<Op>, Neon>;

// Thrown when the case uses an op that the engine does not have.
struct MissingOp : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Names that arguments refer to: axes, nodes built so far, arrays.
struct CaseScope {
  const Case& c;
  std::map<std::string, Axis> axes;
  std::map<std::string, Built> nodes;

  // Number of calls of the case's initializer so far: the n-th call uses the array "init/<n>".
  mutable std::size_t initialized = 0;

  const Tensor& array(const std::string& key) const;
  // The op named "y", or at a path: "vars.0", "layer.W".
  Op op(const std::string& path) const;
};

// The arguments of one node, by position `i`, or by keyword if the position is absent.
class Arguments {
 public:
  Arguments(const CaseScope& scope, const CaseNode& node) : scope_(scope), node_(node) {}

  const CaseScope& scope() const { return scope_; }
  const CaseNode& node() const { return node_; }

  bool has(const std::string& keyword) const;
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
  bool flag(std::size_t i, const std::string& keyword, bool otherwise) const;
  std::string text(std::size_t i, const std::string& keyword = {}) const;
  // Default: float32.
  DType dtype(std::size_t i, const std::string& keyword = "dtype") const;
  Initial initial(std::size_t i) const;  // or the keyword initial_value
  // Positions of reduction_axes and out_axes, which may also be keywords.
  Over over(std::size_t reduction_axes, std::size_t out_axes) const;
  // A list of indices and slices, or a single one.
  std::vector<SliceItem> slices(std::size_t i, const std::string& keyword = "slices") const;
  // Padding per axis before and after; a single number is used for both.
  std::vector<std::pair<std::int64_t, std::int64_t>> paddings(std::size_t i) const;
  // {"dict": {...}}
  const Json& dictionary(std::size_t i, const std::string& keyword = {}) const;
  // The name of an axis in scope, or `text` itself.
  std::string axis_name(const std::string& text) const;
  // True if the argument is a list of ops.
  bool is_list(std::size_t i) const;
  // Throws if the case has keywords that were not read.
  void require_all_read() const;

  Op as_op(const Json& json) const;
  Axes as_axes(const Json& json) const;
  Tensor as_tensor(const Json& json) const;

 private:
  const CaseScope& scope_;
  const CaseNode& node_;
  mutable std::set<std::string> read_;
};

}  // namespace ng::cases
