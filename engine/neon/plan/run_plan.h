// SPDX-License-Identifier: Apache-2.0
// A run plan bound to its document: the arguments of each call, and the reduction of evaluation
// results. Everything is a function of epoch and batch only, so a run can be resumed anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/documents/document.h"
#include "engine/formats/documents/expression.h"
#include "engine/graph/attributes.h"
#include "engine/neon/plan/plan_place.h"
#include "engine/neon/plan/plan_sets.h"
#include "engine/neon/plan/plan_source.h"

namespace ng {

// A computation and a source for each of its parameters, in order.
struct PlannedCalls {
  Op computation;
  std::vector<PlanSource> sources;
  // Number of batches that cover all data once: the maximum over the sources, 1 without data. Loads
  // data if necessary.
  std::int64_t whole_batches() const;
  std::vector<std::function<std::int64_t()>> lengths;  // of the sources with a length
  // Number of leading samples of this batch that do not just fill it up; INT64_MAX if no source
  // fills up.
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

  // Appends the result of a batch: a scalar, or the values of its own samples, sample by sample.
  void take(const Tensor& result, const Moment& moment, std::vector<double>& values) const;
  // Reduces the values of an evaluation; throws a value Error if there are none.
  double reduced(std::span<const double> values) const;
};

class BoundPlan {
 public:
  // Throws bad_file Errors (naming document, line and field) for a document without a plan, unknown
  // computations, placeholders and data, parameters without a source, invalid schedules and
  // reductions, mismatched shapes, and impossible callbacks. Does not read files or generate data.
  explicit BoundPlan(const Document& document);

  // Reads files and generates data now instead of at the first call; throws errors of their
  // contents. Fed arrays are kept. Afterwards numbers of batches that the plan leaves to its data
  // (0 until now) are known.
  void load();

  PlannedCalls calls;
  std::int64_t epochs = 1, batches = 1;  // 0 batches: all data once, counted by load()
  std::vector<PlannedEvaluation> evaluations;
  std::vector<PlanPlot> plots;
  std::vector<PlanCallback> callbacks;
  // Samples in the first part of each fed data set, by the plan's name of it; filled by load().
  std::map<std::string, std::int64_t> samples;
  // Warnings about data: sets that are synthetic because their folder has no files; filled by
  // load().
  std::vector<Diagnostic> notes;

  std::int64_t iterations() const { return epochs * batches; }
  Moment moment(std::int64_t iteration) const {
    return {iteration / batches, iteration % batches, iteration};
  }

 private:
  void require_countable() const;
  std::vector<std::function<void()>> loads_;
  std::function<LoadedSets()> loaded_;
  PlanPlace place_;
};

// Parameters without a binding, in order.
std::vector<NodePtr> without_source(const std::vector<NodePtr>& parameters,
                                    const std::vector<PlanBinding>& bindings);

// Checks the plan like the constructor; does nothing for a document without a plan.
void check_plan(const Document& document);

}  // namespace ng
