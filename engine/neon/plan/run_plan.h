// SPDX-License-Identifier: Apache-2.0
// A run plan bound to its document: what each call is fed, and what evaluations make of results.
// Everything is a function of epoch and batch alone, so a run can be continued anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/attributes.h"
#include "engine/neon/plan/expression.h"
#include "engine/session/document.h"

namespace ng {

// A call of a run; all counted from 0.
struct Moment {
  std::int64_t epoch = 0;
  std::int64_t batch = 0;      // within the epoch, or of the evaluation
  std::int64_t iteration = 0;  // calls before this one
};

// What a parameter is fed, in its own dtype and lengths where it is an array.
using PlanSource = std::function<TensorPtr(const Moment&)>;

// A computation, and a source for each of its parameters in their order.
struct PlannedCalls {
  Op computation;
  std::vector<PlanSource> sources;
  std::vector<TensorPtr> shared_arguments(const Moment& moment) const;
  std::vector<Tensor> arguments(const Moment& moment) const;  // copies
};

struct PlannedEvaluation {
  std::string name;
  PlannedCalls calls;
  std::int64_t batches = 1;
  bool at_start = true;
  std::optional<Expression> reduction;

  // The value of the evaluation, from the values of its batches.
  double reduced(std::span<const double> values) const;
};

class BoundPlan {
 public:
  // Refuses (bad_file Errors naming document, line and field) a document without a plan, unknown
  // computations, placeholders and data, parameters without a source, schedules and reductions that
  // are no expressions, shapes that do not fit. Reads no files and makes no data yet.
  explicit BoundPlan(const Document& document);

  // Reads the files and makes the data now rather than at the first call; the same refusals for
  // what is in them. The fed arrays are kept.
  void load() const;

  PlannedCalls calls;
  std::int64_t epochs = 1, batches = 1;
  std::vector<PlannedEvaluation> evaluations;
  std::vector<PlanPlot> plots;

  std::int64_t iterations() const { return epochs * batches; }
  Moment moment(std::int64_t iteration) const {
    return {iteration / batches, iteration % batches, iteration};
  }

 private:
  std::vector<std::function<void()>> loads_;
};

// As the constructor does, and throws the result away; nothing for a document without a plan.
void check_plan(const Document& document);

}  // namespace ng
