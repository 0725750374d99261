// SPDX-License-Identifier: Apache-2.0
// The progress bar of training loops.

#include "engine/base/number.h"
#include "engine/neon/training/callbacks.h"

namespace ng::neon {

void Progress::operator()(const CallbackMoment& moment, CallbackData& data) {
  if (moment.phase == Phase::train_pre) {
    bar_.emplace();
  } else if (moment.phase == Phase::minibatch_post && bar_ && bar_->is_due()) {
    bar_->show(moment.iteration + 1, data.total_iterations(), note(*moment.outputs));
  } else if (moment.phase == Phase::interval_post || moment.phase == Phase::train_post) {
    if (bar_) bar_->clear();
  }
}

// Note at the end of the bar: "batch_cost = 0.25".
std::string Progress::note(const Batch& outputs) const {
  const auto cost = outputs.find(cost_);
  if (cost == outputs.end() || cost->second.size() != 1) return {};
  return cost_ + " = " + to_string(Number(cost->second.item()), 4);
}

}  // namespace ng::neon
