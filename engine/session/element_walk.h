// SPDX-License-Identifier: Apache-2.0
// One element of a value, computed from elements of others in double, with a note of all that is
// read on the way. By the records of the ops: their scalar expressions, places, decompositions.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/graph/op_def.h"

namespace ng {

struct ElementRef {
  Value value;
  std::int64_t element = 0;
};

// One term of a sum: its factors times a number.
struct Factors {
  std::vector<ElementRef> refs;
  double scale = 1;
};
using TermVisitor = std::function<void(const Factors&)>;

class ElementWalk {
 public:
  struct Term {
    std::vector<ElementRef> reads;
    double value = 0;
  };
  struct Sum {
    const Node* node = nullptr;
    kernel::Combine combine = kernel::Combine::add;
    std::vector<Term> terms;  // the weightiest first
    std::int64_t count = 0;
    double rest = 0, value = 0;
  };
  // The value of what is not looked into; null: it is.
  using Known = std::function<const Tensor*(const Value&)>;

  // `most`: terms kept of each sum. `go_on` is asked now and then; false ends the walk with an
  // Error of kind cancelled.
  ElementWalk(Known known, std::size_t most, std::function<bool()> go_on = {})
      : known_(std::move(known)), most_(most), go_on_(std::move(go_on)) {}

  // The element of `node`, whose own value is computed even if it is known. NaN where an op's reads
  // cannot be told apart: see whole().
  double element(const Node& node, std::int64_t element);

  const std::vector<ElementRef>& reads() const { return reads_; }  // outside of sums
  const std::vector<Sum>& sums() const { return sums_; }           // not those inside of others
  const std::vector<Value>& whole() const { return whole_; }       // read by such an op
  // The formula over the names that `named` gives what is known.
  std::string text(const Node& node, std::int64_t element,
                   const std::function<std::string(const Value&)>& named);

 private:
  double at(const Value& value, std::int64_t element);
  double compute(const Node& node, std::int64_t element);
  double evaluate(const kernel::Expr& expr, const Node& node);
  double sum(const Node& node, std::int64_t element, kernel::Combine combine);
  void trim(Sum& sum) const;
  void note(const ElementRef& ref);
  Value decomposed(const Node& node);

  Known known_;
  std::size_t most_;
  std::function<bool()> go_on_;
  std::vector<ElementRef> reads_;
  std::vector<Sum> sums_;
  std::vector<Value> whole_;
  std::vector<ElementRef>* trace_ = &reads_;  // null: inside of a sum in a sum
  bool in_sum_ = false;
  std::int64_t steps_ = 0;
  std::map<const Node*, Value> decomposed_;
  std::map<std::pair<const Node*, std::int64_t>, double> sums_done_;
};

// The element as one expression: loads name an operand by its place and the element of it. Null for
// ops that are none.
kernel::Expr element_expression(const Node& node, std::int64_t element);
// How the terms of an element combine; nothing for an op that has none.
const kernel::Combine* combine_of(const Node& node);
// Each term of an element of such an op. `at` gives values that decide which there are.
void for_each_term(const Node& node, std::int64_t element,
                   const std::function<double(const ElementRef&)>& at, const TermVisitor& visit);

}  // namespace ng
