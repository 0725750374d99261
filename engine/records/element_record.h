// SPDX-License-Identifier: Apache-2.0
// Records of the origin of one element: the elements that it was computed from.
#pragma once

#include "engine/base/enum_names.h"
#include "engine/base/number.h"
#include "engine/base/op_id.h"
#include "engine/records/axis_record.h"

namespace ng {

// How the terms of a reduced element combine.
enum class TermCombination { sum, product, maximum, minimum };
constexpr auto names_of(TermCombination) {
  return std::to_array<std::string_view>({"sum", "product", "maximum", "minimum"});
}

// Selects an element of a value.
struct ElementQuestion {
  OpId op = 0;
  std::int64_t element = 0;
  std::optional<std::int64_t> iteration = {};  // a kept iteration; empty: the one shown
  std::optional<std::int64_t> step = {};       // of the loop around the op, along its axis
  bool operator==(const ElementQuestion&) const = default;
};

// An element that is read. A loop result or a carried value is reported as the op in the loop that
// computed it, at that step.
struct ElementRead {
  OpId op = 0;
  std::string name;     // of the op: "W"
  std::string operand;  // its operand name in the reader: "x"
  // Row-major; empty: the whole value, for an op without per-element reads.
  std::optional<std::int64_t> element;
  std::string place;  // "C 0, N 5"; empty for a value without axes
  Number value;       // unset if the whole value is read
  // Iteration of the value: state has its value from the iteration before.
  std::int64_t iteration = 0;
  std::optional<std::int64_t> step;  // position along the loop's axis; empty: outside of loops
  std::string loop;                  // that axis: "REC"
};

struct ElementTerm {
  std::vector<ElementRead> sources;
  Number value;
};

// A reduction: a sum, product, maximum or minimum.
struct ElementSum {
  std::string formula;  // "sum over C: x * y"
  TermCombination combine = TermCombination::sum;
  std::vector<ElementTerm> terms;  // largest first, up to the requested number
  std::int64_t count = 0;          // of all terms
  Number rest;                     // contribution of the terms that are not listed
  Number value;
};

struct ElementOrigin {
  OpId op = 0;
  std::string name, kind;  // "Y_hat", "sigmoid"
  std::vector<AxisRecord> axes;
  std::int64_t element = 0;
  std::string place;
  std::int64_t iteration = 0;
  std::optional<std::int64_t> step;  // as in ElementRead
  std::string loop;
  Number value;  // as computed by the transformer
  // From the listed reads, in integers if they are, else in double: equals `value` up to rounding.
  Number recomputed;
  bool traced = true;   // false: an op without per-element reads; `recomputed` is meaningless
  std::string formula;  // "exp(x - max(x)) / sum(exp(x - max(x)))"
  std::vector<ElementRead> sources;  // reads outside of sums
  std::vector<ElementSum> sums;
  std::vector<std::pair<std::int64_t, Number>> history;  // iteration and value of the element
};
using ElementOriginPtr = std::shared_ptr<const ElementOrigin>;

}  // namespace ng
