// SPDX-License-Identifier: Apache-2.0
// A run plan bound to its document: what each call is fed, and what evaluations make of results.
// Everything is a function of epoch and batch alone, so a run can be continued anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/formats/expression.h"
#include "engine/graph/attributes.h"
#include "engine/neon/plan/plan_place.h"
#include "engine/neon/plan/plan_source.h"
#include "engine/session/document.h"

namespace ng {

// A computation, and a source for each of its parameters in their order.
struct PlannedCalls {
  Op computation;
  std::vector<PlanSource> sources;
  // How many batches it takes to feed all data once: of the source that has most; 1 without data.
  // Reads files and makes data when that has not been done.
  std::int64_t whole_batches() const;
  std::vector<std::function<std::int64_t()>> lengths;  // of the sources that have one
  // How many samples, from its first, belong to this batch and do not just fill it up: INT64_MAX
  // when no source fills up.
  std::int64_t own_samples(const Moment& moment) const;
  std::vector<std::function<std::int64_t(const Moment&)>> own;  // of the sources that fill up
  std::vector<TensorPtr> shared_arguments(const Moment& moment) const;
  std::vector<Tensor> arguments(const Moment& moment) const;  // copies
};

struct PlannedEvaluation {
  std::string name;
  PlannedCalls calls;
  std::int64_t batches = 1;
  bool at_start = true;
  std::optional<Expression> reduction;

  // Adds what a batch gave: a scalar, or the values of its own samples, one sample after the other.
  void take(const Tensor& result, const Moment& moment, std::vector<double>& values) const;
  // The value of the evaluation, from what its batches gave; value Error when that is nothing.
  double reduced(std::span<const double> values) const;
};

class BoundPlan {
 public:
  // Refuses (bad_file Errors naming document, line and field) a document without a plan, unknown
  // computations, placeholders and data, parameters without a source, schedules and reductions that
  // are no expressions, shapes that do not fit, callbacks that cannot be done. Reads no files and
  // makes no data yet.
  explicit BoundPlan(const Document& document);

  // Reads the files and makes the data now rather than at the first call; the same refusals for
  // what is in them. The fed arrays are kept. Numbers of batches that the plan leaves to its data,
  // 0 until now, are known from then on.
  void load();

  PlannedCalls calls;
  std::int64_t epochs = 1, batches = 1;  // 0 batches: all data once, counted by load()
  std::vector<PlannedEvaluation> evaluations;
  std::vector<PlanPlot> plots;
  std::vector<PlanCallback> callbacks;
  // Of the first part of each data set that is fed, by the plan's name of it; filled by load().
  std::map<std::string, std::int64_t> samples;

  std::int64_t iterations() const { return epochs * batches; }
  Moment moment(std::int64_t iteration) const {
    return {iteration / batches, iteration % batches, iteration};
  }

 private:
  void require_countable() const;
  std::vector<std::function<void()>> loads_;
  std::function<std::map<std::string, std::int64_t>()> count_samples_;
  PlanPlace place_;
};

// Those of a computation's parameters that nothing is bound to, in their order.
std::vector<NodePtr> without_source(const std::vector<NodePtr>& parameters,
                                    const std::vector<PlanBinding>& bindings);

// As the constructor does, and throws the result away; nothing for a document without a plan.
void check_plan(const Document& document);

}  // namespace ng
