// SPDX-License-Identifier: Apache-2.0
// Reverse-mode differentiation: one walk that asks each op's record for its adjoint.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/graph/node.h"

namespace ng {

// The adjoints of everything that `dep` depends on, for one incoming `error`. Ops are made by the
// pass that is running (see Creation); their origin is the op whose adjoint they are.
class Adjoints {
 public:
  // `error`: the adjoint of dep itself, with dep's set of axes.
  Adjoints(const Value& dep, const Value& error);

  // d dep / d x, with x's axes; a null value when x does not affect dep.
  Value of(const Value& x) const;

 private:
  bool reached(const Node& node) const;

  std::map<std::pair<const Node*, int>, Value> adjoints_;
  std::vector<NodePtr> alive_;  // the keys' nodes
};

// Derivatives of one graph, sharing the backward ops of the same dep and error.
class Derivatives {
 public:
  // The value of a deriv op: d dep / d indep over indep's axes, zeros where indep has no effect.
  // A null error stands for one.
  Value derivative(const Value& dep, const Value& indep, const Value& error);

 private:
  struct Entry {
    Value dep, error;
    std::shared_ptr<Adjoints> adjoints;
  };
  std::vector<Entry> entries_;
};

}  // namespace ng
