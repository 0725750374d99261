// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/stop_finder.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/records/op_record.h"
#include "engine/records/tensor_record.h"
#include "engine/runtime/memory.h"

namespace ng::views {

bool StopFinder::stopsInCall() {
  s_.breakpoints.follow(s_.control);
  if (!s_.breakpoints.any() && s_.at.target == 0) return false;
  const ValueCollector::Call& ahead = values_.lookAhead();
  ValuesOfCall values = ahead.stored;
  for (const TensorRecord& each : ahead.returned)
    if (!values.count(each.op)) values[each.op] = std::make_shared<const TensorRecord>(each);
  const auto nameOf = [this](OpId op) {
    const OpRecord* record = s_.program.find(op);
    return record ? quote(record->name) : "the op";
  };
  std::vector<StopRecord> stops = s_.breakpoints.holding(values, nameOf);
  if (s_.at.target != 0)
    stops.push_back(
        {StopReason::cursor, s_.at.target, 0, -1, {}, "ran to " + nameOf(s_.at.target), {}});
  std::erase_if(stops,
                [this](const StopRecord& stop) { return s_.program.stepOf(stop.op) < s_.at.step; });
  const auto next = std::min_element(stops.begin(), stops.end(), [this](auto& a, auto& b) {
    return s_.program.stepOf(a.op) < s_.program.stepOf(b.op);
  });
  if (next == stops.end()) return false;
  if (s_.at.step == 0 && !s_.program.run->begin_call()) return false;
  const std::size_t step = s_.program.stepOf(next->op);
  while (s_.at.step <= step) s_.program.run->run_step(s_.at.step++);
  StopRecord first = *next;  // one step stops once, at all ops that it computes
  for (auto each = next + 1; each != stops.end(); ++each)
    if (s_.program.stepOf(each->op) == step) first.text += "; " + each->text;
  stopAt(std::move(first), s_.program.run->iteration() + 1);
  return true;
}

void StopFinder::stopAt(StopRecord stop, std::int64_t iteration) {
  stop.iteration = iteration;
  stop.text += ", iteration " + std::to_string(iteration);
  const StateCopy now = copyState(*s_.program.transformer);
  s_.reports.attempt("Summarizing values", [&] { stop.values = summarize(stop.op, iteration); });
  set_state(*s_.program.transformer, now);
  s_.at.stop = std::move(stop);
  ++s_.at.stops;
}

void StopFinder::stopAtNonFinite() {
  const FiniteCheck::Found at = *s_.program.run->finite_check().found();
  if (s_.kept.after(s_.program.run->iteration()) == nullptr) s_.kept.add(*s_.program.transformer);
  if (s_.kept.after(at.iteration - 1) == nullptr) return;
  s_.at.shown = at.iteration;
  StopRecord stop{StopReason::non_finite, at.op, at.iteration, at.element, {}, {}, {}};
  stop.text = to_string(*s_.program.run->failure());
  if (const OpRecord* record = s_.program.find(at.op)) {
    Shape shape;
    const std::vector<AxisRecord>& axes = record->results.at(0).axes;
    for (const AxisRecord& axis : axes) shape.push_back(axis.length.value_or(0));
    stop.place = place_of(axes, shape, at.element);
  }
  s_.reports.attempt("Summarizing values", [&] { stop.values = summarize(at.op, at.iteration); });
  s_.at.stop = std::move(stop);
  ++s_.at.stops;
}

// Summarizes the op and its operands with a program that stores them, and keeps the op's value for
// display. Leaves the state of the preceding iteration set.
std::vector<ValueSummary> StopFinder::summarize(OpId op, std::int64_t iteration) {
  std::vector<ValueSummary> summaries;
  const OpRecord* record = s_.program.find(op);
  if (!record) return summaries;
  std::vector<OpId> wanted = {op}, computed, stored;
  for (const OperandRecord& operand : record->operands)
    if (std::find(wanted.begin(), wanted.end(), operand.op) == wanted.end())
      wanted.push_back(operand.op);
  for (const OpId each : wanted)
    if (!s_.program.transformer->state().find(each)) computed.push_back(each);
  const Computation storing = s_.program.storing(computed, stored);
  setState(*s_.program.transformer, s_.kept.need(iteration - 1));
  const std::vector<Tensor> arguments = s_.program.run->arguments_at(iteration);
  std::map<OpId, Tensor> values;
  if (storing) storing.call(arguments);
  for (std::size_t i = 0; storing && i < stored.size(); ++i) values[stored[i]] = storing.watched(i);
  s_.program.computation.begin(arguments);  // also sets the storages of fed placeholders
  for (const OpId each : wanted)
    if (const auto storage = s_.program.transformer->state().find(each))
      values[each] = storage->value();
  s_.at.stopValue.clear();
  if (values.count(op)) values_.addValue(s_.at.stopValue, op, values[op], iteration);
  for (const OpId each : wanted) {
    if (!values.count(each)) continue;
    ValueSummary summary = summarise(values[each]);
    summary.op = each;
    summary.iteration = iteration;
    summaries.push_back(summary);
  }
  return summaries;
}

}  // namespace ng::views
