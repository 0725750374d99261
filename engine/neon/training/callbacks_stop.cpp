// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/callbacks_stop.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/node.h"
#include "engine/neon/training/first_non_finite.h"

namespace ng::neon {
namespace {

constexpr std::size_t most_kept = 32;
constexpr std::int64_t most_bytes = std::int64_t{64} << 20;

std::int64_t bytes_of(const std::vector<Tensor>& batch) {
  std::int64_t bytes = 0;
  for (const Tensor& array : batch) bytes += std::ssize(array.bytes);
  return bytes;
}

}  // namespace

void StopAtNonFinite::operator()(const CallbackMoment& moment, CallbackData&) {
  if (moment.phase == Phase::train_pre) kept_.clear();
  if (moment.phase == Phase::minibatch_pre) keep(*moment.batch, moment.iteration);
  if (moment.phase != Phase::minibatch_post) return;
  for (const auto& [name, value] : *moment.outputs) {
    if (value.size() == 1 && !std::isfinite(value.item())) {
      stop(name, value.item(), moment.iteration);
    }
  }
}

void StopAtNonFinite::keep(const Batch& batch, std::int64_t iteration) {
  std::vector<Tensor> arguments = train_.arguments(batch);
  const std::int64_t bytes = bytes_of(arguments);
  if (kept_.empty() || kept_.size() == most_kept || kept_bytes_ + bytes > most_bytes) {
    Transformer& transformer = *train_.transformer();
    transformer.declare_state();
    before_ = take_checkpoint(transformer, transformer.state_ops());
    first_ = iteration;
    kept_.clear();
    kept_bytes_ = 0;
  }
  kept_.push_back(std::move(arguments));
  kept_bytes_ += bytes;
}

void StopAtNonFinite::stop(const std::string& output, double value, std::int64_t iteration) const {
  Diagnostic diagnostic;
  diagnostic.what = quote(output) + " is not finite in iteration " + std::to_string(iteration + 1);
  diagnostic.found = std::isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf";
  diagnostic.action = "try a lower learning rate or gradient_clip_norm, or look at this batch";
  const Op& op = train_.outputs().at(output);
  diagnostic.ops = {op.id()};
  const PastCalls calls{
      train_.node(),
      std::string(train_.transformer()->name()),
      before_,
      first_,
      iteration + 1,
      [this](std::int64_t call) { return kept_[static_cast<std::size_t>(call - first_)]; }};
  if (const auto origin = first_non_finite(calls, std::isnan(value))) {
    diagnostic.where = "first in " + describe(origin->value);
    if (origin->call < iteration) {
      diagnostic.where += ", iteration " + std::to_string(origin->call + 1);
    }
    if (origin->value.node->id != op.id()) {
      diagnostic.ops.insert(diagnostic.ops.begin(), origin->value.node->id);
    }
  }
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng::neon
