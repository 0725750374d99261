// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/callbacks.h"

#include <chrono>
#include <numeric>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/formats/archives/npz.h"
#include "engine/neon/training/callbacks_stop.h"
#include "engine/neon/training/loops.h"

namespace ng::neon {
namespace {

using WallClock = std::chrono::system_clock;

double seconds_since_1970() {
  return std::chrono::duration<double>(WallClock::now().time_since_epoch()).count();
}

double mean_of(const Tensor& tensor) {
  const std::vector<double> values = tensor.values();
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void write_line(const LineSink& sink, const std::string& line) {
  if (sink) return sink(line);
  std::puts(line.c_str());
  std::fflush(stdout);
}

// Prefix of a log line: "interval 3, iteration 600: ".
std::string place(const CallbackMoment& moment, const CallbackData& data) {
  return "interval " + std::to_string(moment.interval(data) + 1) + ", iteration " +
         std::to_string(moment.iteration + 1) + ": ";
}

std::string short_number(double value) {
  return to_string(Number(value), 6);
}

Tensor as_tensor(const std::vector<double>& numbers) {
  return Tensor::from(DType::f64, {std::ssize(numbers)}, numbers);
}

}  // namespace

CallbackData::CallbackData(std::int64_t total_iterations, std::int64_t frequency)
    : total_iterations_(total_iterations), frequency_(frequency) {
  if (frequency > 0 && total_iterations >= 0) return;
  Diagnostic diagnostic;
  diagnostic.what = "invalid callback frequency";
  diagnostic.found =
      std::to_string(total_iterations) + " iterations in intervals of " + std::to_string(frequency);
  diagnostic.expected = "a positive frequency";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<double>& CallbackData::numbers(const std::string& name, std::int64_t size) {
  return numbers_.try_emplace(name, static_cast<std::size_t>(size)).first->second;
}

const std::vector<double>& CallbackData::numbers(const std::string& name) const {
  static const std::vector<double> none;
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? none : found->second;
}

void CallbackData::write(const std::string& path) const {
  TensorFile file;
  const auto add = [&](const std::string& name, const std::vector<double>& numbers) {
    file.tensors.push_back({name, as_tensor(numbers)});
  };
  add("config/frequency", {static_cast<double>(frequency_)});
  add("config/total_iterations", {static_cast<double>(total_iterations_)});
  for (const auto& [name, numbers] : numbers_) add(name, numbers);
  write_npz(path, refs(file));
}

CallbackContainer::CallbackContainer(std::int64_t total_iterations, std::int64_t frequency,
                                     std::vector<CallbackPtr> callbacks, std::string output_file)
    : data_(total_iterations, frequency),
      callbacks_(std::move(callbacks)),
      output_file_(std::move(output_file)) {}

void CallbackContainer::operator()(const CallbackMoment& moment) {
  for (const CallbackPtr& callback : callbacks_) (*callback)(moment, data_);
  if (moment.phase == Phase::train_post) write();
}

void CallbackContainer::write() const {
  if (!output_file_.empty()) data_.write(output_file_);
}

void TrainCost::operator()(const CallbackMoment& moment, CallbackData& data) {
  if (moment.phase != Phase::minibatch_post) return;
  const auto found = moment.outputs->find(cost_);
  if (found == moment.outputs->end()) {
    Diagnostic diagnostic;
    diagnostic.what = "the training computation has no output '" + cost_ + "'";
    for (const auto& [name, value] : *moment.outputs) {
      diagnostic.found += (diagnostic.found.empty() ? "" : ", ") + name;
    }
    diagnostic.action = "name the cost output '" + cost_ + "', or pass its name to the callbacks";
    refuse(ErrorKind::key, std::move(diagnostic));
  }
  std::vector<double>& costs = data.numbers("cost/train", data.total_iterations());
  const auto at = static_cast<std::size_t>(moment.iteration);
  if (at >= costs.size()) costs.resize(at + 1);
  costs[at] = mean_of(found->second);
}

void TrainLogger::operator()(const CallbackMoment& moment, CallbackData& data) {
  if (moment.phase != Phase::interval_post) return;
  const CallbackData& read_only = data;
  const std::vector<double>& costs = read_only.numbers("cost/train");
  const auto end = costs.begin() + std::min(moment.iteration + 1, std::ssize(costs));
  const auto count = std::min(data.frequency(), end - costs.begin());
  if (count == 0) return;
  const double mean = std::accumulate(end - count, end, 0.0) / static_cast<double>(count);
  write_line(sink_, place(moment, data) + "mean training cost " + short_number(mean));
}

Loss::Loss(std::shared_ptr<BatchSource> eval_set, BoundComputation computation, LineSink sink)
    : eval_set_(std::move(eval_set)), computation_(std::move(computation)), sink_(std::move(sink)) {
  if (!eval_set_) refuse(ErrorKind::value, "the callback Loss needs an evaluation set");
}

void Loss::operator()(const CallbackMoment& moment, CallbackData& data) {
  if (moment.phase != Phase::interval_post) return;
  const auto start = std::chrono::steady_clock::now();
  const std::map<std::string, double> losses = loop_eval(*eval_set_, computation_);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const auto at = static_cast<std::size_t>(moment.interval(data));
  const auto record = [&](const std::string& name, double value) {
    std::vector<double>& numbers = data.numbers(name, data.intervals());
    if (at >= numbers.size()) numbers.resize(at + 1);
    numbers[at] = value;
  };
  record("time/loss", seconds.count());
  std::string line;
  for (const auto& [name, value] : losses) {
    record("cost/" + name, value);
    line += (line.empty() ? "" : ", ") + name + " " + short_number(value);
  }
  write_line(sink_, place(moment, data) + "evaluation " + line);
}

void RunTimer::operator()(const CallbackMoment& moment, CallbackData& data) {
  if (moment.phase == Phase::train_pre) {
    data.numbers("time/train/start_time", 1)[0] = seconds_since_1970();
  } else if (moment.phase == Phase::train_post) {
    data.numbers("time/train/end_time", 1)[0] = seconds_since_1970();
  }
}

CallbackContainer make_default_callbacks(const BoundComputation& train, DefaultCallbacks options) {
  if ((options.eval_set != nullptr) != options.loss_computation.has_value()) {
    refuse(ErrorKind::value, "an evaluation needs both eval_set and loss_computation");
  }
  CallbackContainer container(options.total_iterations, options.frequency, {}, options.output_file);
  if (options.use_progress_bar) container.add(std::make_shared<Progress>(options.cost));
  container.add(std::make_shared<TrainCost>(options.cost));
  container.add(std::make_shared<TrainLogger>(options.sink));
  if (options.eval_set) {
    container.add(
        std::make_shared<Loss>(options.eval_set, *options.loss_computation, options.sink));
  }
  container.add(std::make_shared<StopAtNonFinite>(train));
  return container;
}

}  // namespace ng::neon
