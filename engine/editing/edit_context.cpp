// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/edit_context.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/editing/implied_computation.h"

namespace ng::editing {

EditContext::EditContext(Draft& draft, std::optional<CardPlace> at)
    : draft_(draft), rows_(draft.rows_), at_(at) {}

Arguments EditContext::bind(const Syntax& call, const std::vector<Parameter>& parameters,
                            const char* signature, std::size_t from) const {
  Syntax rest = call;
  rest.parts.erase(rest.parts.begin(), rest.parts.begin() + static_cast<std::ptrdiff_t>(
                                                                std::min(from, rest.parts.size())));
  const Names names = draft_.names();
  Evaluator evaluator(names);
  Arguments arguments = evaluator.bind(rest, parameters, signature);
  if (!evaluator.inputs().empty())
    refuse_at(call.column, "there is no op " + quote(evaluator.inputs().front().name));
  return arguments;
}

const OpModel& EditContext::row_at(const Syntax& call, std::size_t index,
                                   const char* signature) const {
  if (index >= call.parts.size())
    refuse_at(call.column, quote(call.text) + " lacks an argument", {}, signature);
  return draft_.row(call.parts[index]);
}

RunPlan EditContext::plan_or_new() const {
  if (rows_.model().plan) return *rows_.model().plan;
  RunPlan plan;
  const auto& computations = rows_.model().computations;
  plan.computation = computations.empty() ? implied_computation_name : computations.front().name;
  return plan;
}

void EditContext::set_plan(RunPlan plan) {
  DocumentHead head = rows_.head();
  head.plan = std::move(plan);
  rows_.set_head(std::move(head));
  if (name.empty()) name = "Change the plan";
}

void EditContext::place(RowId id) {
  if (at_) rows_.set_place(id, at_);
}

}  // namespace ng::editing
