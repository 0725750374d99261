// SPDX-License-Identifier: Apache-2.0
// Reverse-mode differentiation: a reverse walk over the graph that calls each op's adjoint
// function.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/graph/node.h"

namespace ng {

// The adjoints of all values that `dep` depends on, for one incoming `error`. The current pass
// creates the ops (see Creation); their origin is the op that they are the adjoint of.
class Adjoints {
 public:
  // `error`: the adjoint of dep itself, with dep's set of axes.
  Adjoints(const Value& dep, const Value& error);

  // d dep / d x, with x's axes; null if x does not affect dep.
  Value of(const Value& x) const;

 private:
  bool reached(const Node& node) const;

  std::map<std::pair<const Node*, int>, Value> adjoints_;
  // Parts of the adjoints of quotients whose operands have their share already.
  std::map<std::pair<const Node*, int>, Value> passed_on_;
  std::vector<NodePtr> alive_;  // keeps the keys alive
};

// Derivatives of one graph, sharing the backward ops of the same dep and error.
class Derivatives {
 public:
  // The value of a deriv op: d dep / d indep over indep's axes; zeros if indep has no effect. A
  // null `error` means one.
  Value derivative(const Value& dep, const Value& indep, const Value& error);

 private:
  struct Entry {
    Value dep, error;
    std::shared_ptr<Adjoints> adjoints;
  };
  std::vector<Entry> entries_;
};

}  // namespace ng
