// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/health_watch.h"

#include <algorithm>
#include <utility>

#include "engine/records/values/value_summary.h"
#include "engine/session/compilation.h"

namespace ng {
namespace {

// The op whose value a step writes to a buffer.
OpId written_by(const Step& step, const Buffer& buffer) {
  for (auto op = buffer.values.rbegin(); op != buffer.values.rend(); ++op)
    if (std::find(step.ops.begin(), step.ops.end(), *op) != step.ops.end()) return *op;
  return buffer.values.empty() ? 0 : buffer.values.back();
}

}  // namespace

HealthWatch::HealthWatch(const Computation& computation) : computation_(computation) {
  const Program& program = computation.compilation().program;
  for (const Step& step : program.steps) {
    std::vector<Output>& outputs = outputs_.emplace_back();
    for (const int each : step.writes) {
      const Buffer& buffer = program.buffers[static_cast<std::size_t>(each)];
      const OpId op = written_by(step, buffer);
      if (op != 0 && is_float(buffer.dtype)) outputs.push_back({each, op});
    }
  }
}

bool HealthWatch::is_due(std::int64_t iteration) {
  iteration_ = iteration;
  watching_ = spent_ <= share * running_;
  looking_ = {};
  summarised_ = 0;
  began_ = Clock::now();
  return watching_;
}

void HealthWatch::stepped(std::size_t done) {
  const Clock::time_point from = Clock::now();
  for (; summarised_ < std::min(done, outputs_.size()); ++summarised_) {
    for (const Output& output : outputs_[summarised_]) {
      ValueSummary summary = summarise(computation_.read_buffer(output.buffer));
      summary.op = output.op;
      summary.iteration = iteration_;
      found_.push_back(summary);
    }
  }
  looking_ += Clock::now() - from;
}

// The cost of a watched call is its time beyond that of unwatched calls. The first call is cold and
// therefore not compared.
void HealthWatch::called() {
  const Seconds taken = Clock::now() - began_;
  running_ += taken;
  if (watching_)
    spent_ += usual_.count() > 0 ? std::max(looking_, taken - usual_) : looking_;
  else
    usual_ = usual_.count() == 0 ? taken : 0.9 * usual_ + 0.1 * taken;
}

HealthBatch HealthWatch::take() {
  return {std::exchange(found_, {}), spent_.count(), running_.count()};
}

}  // namespace ng
