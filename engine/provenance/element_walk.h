// SPDX-License-Identifier: Apache-2.0
// Computes one element of a value from elements of other values, in integers where the op does and
// else in double, and records what is read. Uses the op records: scalar expressions, index maps,
// decompositions.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/number.h"
#include "engine/graph/op_def.h"

namespace ng {

struct ElementRef {
  Value value;
  std::int64_t element = 0;
};

// One term of a sum: the product of its factors and a scale.
struct Factors {
  std::vector<ElementRef> refs;
  double scale = 1;
};
using TermVisitor = std::function<void(const Factors&)>;

class ElementWalk {
 public:
  struct Term {
    std::vector<ElementRef> reads;
    Number value;
  };
  struct Sum {
    const Node* node = nullptr;
    kernel::Combine combine = kernel::Combine::add;
    std::vector<Term> terms;  // largest first
    std::int64_t count = 0;
    Number rest, value;
    bool has_rest = false;
  };
  // Returns the value where the walk stops; null: the walk descends into the op.
  using Known = std::function<const Tensor*(const Value&)>;

  // `most`: number of terms kept per sum. `may_continue` is polled; returning false ends the walk
  // with a cancelled Error.
  ElementWalk(Known known, std::size_t most, std::function<bool()> may_continue = {})
      : known_(std::move(known)), most_(most), may_continue_(std::move(may_continue)) {}

  // Computes the element of `node`, even if its value is known. NaN if an op has no per-element
  // reads: see whole().
  Number element(const Node& node, std::int64_t element);

  const std::vector<ElementRef>& reads() const { return reads_; }  // outside of sums
  const std::vector<Sum>& sums() const { return sums_; }           // without nested sums
  const std::vector<Value>& whole() const { return whole_; }       // see element()
  // The formula of the element, with the names that `named` gives to known values.
  std::string text(const Node& node, std::int64_t element,
                   const std::function<std::string(const Value&)>& named);

 private:
  Number at(const Value& value, std::int64_t element);
  Number compute(const Node& node, std::int64_t element);
  Number evaluate(const kernel::Expr& expr, const Node& node, bool integers);
  Number sum(const Node& node, std::int64_t element, kernel::Combine combine);
  void trim(Sum& sum) const;
  void note(const ElementRef& ref);
  Value decomposed(const Node& node);

  Known known_;
  std::size_t most_;
  std::function<bool()> may_continue_;
  std::vector<ElementRef> reads_;
  std::vector<Sum> sums_;
  std::vector<Value> whole_;
  std::vector<ElementRef>* trace_ = &reads_;  // null: inside of a nested sum
  bool in_sum_ = false;
  std::int64_t steps_ = 0;
  std::map<const Node*, Value> decomposed_;
  std::map<std::pair<const Node*, std::int64_t>, Number> sums_done_;
};

// The element as one expression, in which loads name an operand index and an element. Null for ops
// without a scalar expression.
kernel::Expr element_expression(const Node& node, std::int64_t element);
// How the terms of an element combine; null for ops that do not reduce.
const kernel::Combine* combine_of(const Node& node);
// Visits each term of an element of a reducing op. `at` gives values that decide which terms exist.
void for_each_term(const Node& node, std::int64_t element,
                   const std::function<double(const ElementRef&)>& at, const TermVisitor& visit);

}  // namespace ng
