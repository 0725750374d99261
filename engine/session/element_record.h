// SPDX-License-Identifier: Apache-2.0
// Where one number comes from: the elements that an element of a value is made of. Plain structs,
// like record.h.
#pragma once

#include "engine/session/record.h"

namespace ng {

// Which number is asked about.
struct ElementQuestion {
  OpKey op = 0;
  std::int64_t element = 0;
  std::int64_t iteration = -1;  // a kept one; below 0: the one that is shown
  std::int64_t step = -1;       // of the loop that the op stands in, by its axis; below 0: none
  bool operator==(const ElementQuestion&) const = default;
};

// An element that is read. What a loop gives or carries on is told as the op in the loop that made
// it, in the step where it did.
struct ElementRead {
  OpKey op = 0;
  std::string name;          // of the op: "W"
  std::string operand;       // what the reader calls it: "x"
  std::int64_t element = 0;  // row-major; -1: all of it, by an op whose reads are not told apart
  std::string place;         // "C 0, N 5"; empty for a value without axes
  double value = 0;          // nothing where all of it is read
  // That the value is of: state is read as the iteration before left it.
  std::int64_t iteration = 0;
  std::int64_t step = -1;  // the place on the axis of the loop; below 0: outside of loops
  std::string loop;        // that axis: "REC"
};

struct ElementTerm {
  std::vector<ElementRead> sources;
  double value = 0;
};

// Many terms made one: a sum, product, maximum or minimum.
struct ElementSum {
  std::string formula;             // "sum over C: x * y"
  std::string combine;             // "sum", "product", "maximum", "minimum"
  std::vector<ElementTerm> terms;  // the weightiest first, as many as were asked for
  std::int64_t count = 0;          // of all terms
  double rest = 0;                 // what those that are not listed come to
  double value = 0;
};

struct ElementOrigin {
  OpKey op = 0;
  std::string name, kind;  // "Y_hat", "sigmoid"
  std::vector<AxisRecord> axes;
  std::int64_t element = 0;
  std::string place;
  std::int64_t iteration = 0;
  std::int64_t step = -1;  // as of ElementRead
  std::string loop;
  double value = 0;       // as the transformer computes it
  double recomputed = 0;  // from what is listed, in double; equal to `value` but for rounding
  bool traced = true;   // false: an op whose reads are not told apart; recomputed is of no meaning
  std::string formula;  // "exp(x - max(x)) / sum(exp(x - max(x)))"
  std::vector<ElementRead> sources;  // read once, outside of sums
  std::vector<ElementSum> sums;
  std::vector<std::pair<std::int64_t, double>> history;  // iteration, value of the element then
};
using ElementOriginPtr = std::shared_ptr<const ElementOrigin>;

}  // namespace ng
