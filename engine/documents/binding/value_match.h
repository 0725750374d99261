// SPDX-License-Identifier: Apache-2.0
// Matches values that another program computed to the ops of a computation: by name and rules, and
// axes by their lengths.
#pragma once

#include "engine/documents/binding/suggest_rules.h"

namespace ng {

struct MatchedValue {
  Op op;
  std::string array;
  std::vector<std::size_t> order;  // of the array's axes; empty: unchanged
};

// An array with an op's name that cannot be its value.
struct MismatchedValue {
  std::string op, array, problem;
};

// An array that no op takes, and the op without an array that is most similar in name among those
// of the same lengths; empty: there is none.
struct ExtraValue {
  std::string array;
  Shape shape;
  std::string op;
  std::vector<std::size_t> order;  // of the array's axes, to those of `op`; empty: unchanged
  double similarity = 0;           // of the names, 0 to 1
};

struct ValueMatch {
  std::vector<MatchedValue> matched;
  std::vector<MismatchedValue> mismatched;
  std::vector<ExtraValue> extra;
  std::vector<RuleSuggestion> rules;  // that match more arrays; best first
};

// What the axes of an array of lengths `from` can be among axes of lengths `to`. Axes of length 1
// may be added and left out.
struct AxesFit {
  std::vector<std::vector<std::size_t>> orders;  // of `from`; at most 2: then there is a choice
  bool unchanged = false;  // elements are in order already; `orders` is empty then
  bool fits() const { return unchanged || orders.size() == 1; }
};
AxesFit fit_axes(const Shape& from, const Shape& to);

// An array whose axes fit an op's in one order only is taken in that order; if several orders fit,
// it is mismatched, and `problem` names them. Names may differ from an op's in a first '/', which
// ops of imported models leave out, and in separators ('.' or '/'). Throws the errors of
// bind_checkpoint.
ValueMatch match_values(const CheckpointContents& arrays, const std::vector<Op>& ops,
                        BindingChoices choices);

// The array as a value of the op: in its dtype, with its axes in order.
Tensor fitted_value(const Tensor& array, const MatchedValue& match);
// The same to compare with the op's value: in its own dtype if the op's cannot hold its range, so
// that an overflow of the op is a difference.
Tensor compared_value(const Tensor& array, const MatchedValue& match);

}  // namespace ng
