// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/value_facts.h"

#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <cmath>

#include "engine/records/tensor_record.h"
#include "views/widgets/tensors/tensor_statistics.h"

namespace ng::views {
namespace {

constexpr std::int64_t atOnce = 1 << 12;  // elements that are counted synchronously

ValueFact factOf(const Tensor& value) {
  ValueFact fact;
  for (std::int64_t i = 0; i < value.size(); ++i) {
    const double each = std::abs(value.at(i));
    std::isfinite(each) ? fact.largest = std::max(fact.largest, each) : fact.nonFinite = true;
  }
  return fact;
}

ValueFact factOf(const TensorStatistics& s) {
  const double largest = s.finite == 0 ? 0 : std::max(std::abs(s.min), std::abs(s.max));
  return {largest, s.finite < s.count};
}

}  // namespace

ValueFacts::ValueFacts(Workspace& workspace) : workspace_(workspace) {
  connect(&workspace_.documents, &Documents::documentChanged, this, [this] {
    known_.clear(), wanted_.clear();
    workspace_.jobs.cancel(std::exchange(job_, 0));
  });
  connect(&workspace_.jobs, &Jobs::changed, this, [this] {
    if (!workspace_.jobs.isRunning(job_)) job_ = 0;
  });
}

ValueFacts::~ValueFacts() {
  workspace_.jobs.cancel(job_);
}

std::optional<ValueFact> ValueFacts::of(OpId op) {
  const TensorRecordPtr value = workspace_.values.value(op);
  if (!value) return std::nullopt;
  Known& known = known_[op];
  if (known.value.lock() == value) return known.fact;
  known.value = value;
  if (value->value.size() <= atOnce) {
    known.fact = factOf(value->value);
  } else {
    if (wanted_.empty()) QTimer::singleShot(0, this, &ValueFacts::count);
    wanted_[op] = value;
  }
  return known.fact;
}

void ValueFacts::count() {
  if (job_ != 0 || wanted_.empty()) return;  // the running job calls count() again
  job_ = workspace_.jobs.start(
      tr("Examining values"),
      [self = QPointer(this), wanted = std::exchange(wanted_, {})](JobContext& job) -> Jobs::Done {
        const ContinueCheck shouldContinue = [&job] { return !job.cancelled(); };
        std::map<OpId, ValueFact> found;
        for (const auto& [op, value] : wanted) {
          job.progress(static_cast<double>(found.size()) / static_cast<double>(wanted.size()));
          found[op] = factOf(statistics(value->value, shouldContinue));
          if (job.cancelled()) return Jobs::Done();
        }
        return [self, found] {
          if (!self) return;
          for (const auto& [op, fact] : found) self->known_[op].fact = fact;
          self->job_ = 0;
          emit self->changed();
          self->count();
        };
      });
}

}  // namespace ng::views
