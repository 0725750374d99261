// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/loops.h"

#include <numeric>

#include "engine/base/error.h"
#include "engine/neon/data/batches.h"

namespace ng::neon {
namespace {

void train_all(BatchSource& data, const BoundComputation& train, CallbackContainer& callbacks) {
  const std::int64_t frequency = callbacks.data().frequency();
  CallbackMoment moment;
  callbacks(moment);
  while (const std::optional<Batch> batch = data.next()) {
    const auto tell = [&](Phase phase, const Batch* outputs) {
      moment.phase = phase;
      moment.batch = &*batch;
      moment.outputs = outputs;
      callbacks(moment);
    };
    if (moment.iteration % frequency == 0) tell(Phase::interval_pre, nullptr);
    tell(Phase::minibatch_pre, nullptr);
    const Batch outputs = train(*batch);
    tell(Phase::minibatch_post, &outputs);
    if ((moment.iteration + 1) % frequency == 0) tell(Phase::interval_post, &outputs);
    ++moment.iteration;
  }
  callbacks({Phase::train_post, moment.iteration, nullptr, nullptr});
}

// Running sum and count of one output's elements.
struct Sum {
  double sum = 0, count = 0;
  double mean() const { return sum / count; }
};

void add_values(Sum& sum, const std::vector<double>& values) {
  sum.sum = std::accumulate(values.begin(), values.end(), sum.sum);
  sum.count += static_cast<double>(values.size());
}

void add_batch(Sum& sum, const std::string& name, const Op& op, const Tensor& value,
               std::int64_t samples, std::int64_t batch_size) {
  if (const auto batch = op.axes().batch_axis()) {
    return add_values(sum, values_of_samples(value, op.axes().index(*batch), samples));
  }
  if (samples < batch_size) {
    Diagnostic diagnostic;
    diagnostic.what = "the output '" + name + "' cannot be averaged over the samples";
    diagnostic.found = "one value per batch, and " + std::to_string(samples) + " of " +
                       std::to_string(batch_size) + " samples in the last batch that count";
    diagnostic.expected = "one value per sample";
    diagnostic.action =
        "return the output over the batch axis, or use a batch size that divides the set";
    diagnostic.ops = {op.id()};
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  add_values(sum, value.values());
}

}  // namespace

void loop_train(BatchSource& data, const BoundComputation& train, CallbackContainer& callbacks) {
  try {
    train_all(data, train, callbacks);
  } catch (...) {
    try {
      callbacks.write();
    } catch (const Error&) {
      // the first error is more informative
    }
    throw;
  }
}

std::map<std::string, double> loop_eval(BatchSource& data, const BoundComputation& computation) {
  data.reset();
  std::map<std::string, Sum> sums;
  const std::int64_t batch_size = data.batch_size();
  for (std::int64_t left = data.ndata(); left > 0; left -= batch_size) {
    const std::optional<Batch> batch = data.next();
    if (!batch) break;
    const std::int64_t samples = std::min(left, batch_size);
    for (const auto& [name, value] : computation(*batch)) {
      add_batch(sums[name], name, computation.outputs().at(name), value, samples, batch_size);
    }
  }
  std::map<std::string, double> means;
  for (const auto& [name, sum] : sums) means[name] = sum.mean();
  return means;
}

}  // namespace ng::neon
