// SPDX-License-Identifier: Apache-2.0
// Callbacks of a training loop, which are called in each phase, and the numbers
// they record.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/neon/training/bound_computation.h"
#include "engine/neon/training/progress_bar.h"

namespace ng::neon {

// Phases in the order of a loop; an interval is `frequency` batches.
enum class Phase {
  train_pre,
  interval_pre,
  minibatch_pre,
  minibatch_post,
  interval_post,
  train_post
};

// Recorded numbers by name, named as in the original's files: "cost/train", "cost/<output>",
// "time/loss", "time/train/start_time".
class CallbackData {
 public:
  CallbackData(std::int64_t total_iterations, std::int64_t frequency);

  std::int64_t total_iterations() const { return total_iterations_; }
  std::int64_t frequency() const { return frequency_; }
  std::int64_t intervals() const { return total_iterations_ / frequency_; }

  // The series `name`, created with `size` zeros.
  std::vector<double>& numbers(const std::string& name, std::int64_t size);
  // Empty if there is no such series.
  const std::vector<double>& numbers(const std::string& name) const;
  const std::map<std::string, std::vector<double>>& all() const { return numbers_; }

  // Writes an npz file of float64 arrays, with "config/total_iterations" and "config/frequency".
  // Throws a system Error if writing fails.
  void write(const std::string& path) const;

 private:
  std::int64_t total_iterations_, frequency_;
  std::map<std::string, std::vector<double>> numbers_;
};

struct CallbackMoment {
  Phase phase = Phase::train_pre;
  std::int64_t iteration = 0;      // number of previous batches
  const Batch* batch = nullptr;    // set in phases of a batch or interval
  const Batch* outputs = nullptr;  // results of the batch's call, once it is done

  // The interval of the current batch, from 0.
  std::int64_t interval(const CallbackData& data) const { return iteration / data.frequency(); }
};

class Callback {
 public:
  virtual ~Callback() = default;
  virtual void operator()(const CallbackMoment& moment, CallbackData& data) = 0;
};
using CallbackPtr = std::shared_ptr<Callback>;

// Receives log lines without the newline; default: standard output.
using LineSink = std::function<void(const std::string& line)>;

// Callbacks in their order, and what they record. Containers do not share data.
class CallbackContainer {
 public:
  // Throws a value Error unless frequency is positive. `output_file`: file for the numbers, written
  // at the end of training; empty: none.
  CallbackContainer(std::int64_t total_iterations, std::int64_t frequency,
                    std::vector<CallbackPtr> callbacks = {}, std::string output_file = {});

  void add(CallbackPtr callback) { callbacks_.push_back(std::move(callback)); }
  // Calls all callbacks; writes the numbers when training has ended.
  void operator()(const CallbackMoment& moment);
  // Writes the numbers now if there is an output file.
  void write() const;
  const CallbackData& data() const { return data_; }
  const std::vector<CallbackPtr>& callbacks() const { return callbacks_; }

 private:
  CallbackData data_;
  std::vector<CallbackPtr> callbacks_;
  std::string output_file_;
};

// Records the cost of every batch, the mean of output `cost`, as "cost/train". Throws a key Error
// at the first batch if there is no such output.
class TrainCost : public Callback {
 public:
  explicit TrainCost(std::string cost = "batch_cost") : cost_(std::move(cost)) {}
  void operator()(const CallbackMoment& moment, CallbackData& data) override;

 private:
  std::string cost_;
};

// Logs the mean cost of each interval, from "cost/train"; must come after TrainCost.
class TrainLogger : public Callback {
 public:
  explicit TrainLogger(LineSink sink = {}) : sink_(std::move(sink)) {}
  void operator()(const CallbackMoment& moment, CallbackData& data) override;

 private:
  LineSink sink_;
};

// Evaluates after each interval: "cost/<output>" for each output, and "time/loss" in seconds.
class Loss : public Callback {
 public:
  Loss(std::shared_ptr<BatchSource> eval_set, BoundComputation computation, LineSink sink = {});
  void operator()(const CallbackMoment& moment, CallbackData& data) override;

 private:
  std::shared_ptr<BatchSource> eval_set_;
  BoundComputation computation_;
  LineSink sink_;
};

// Records "time/train/start_time" and "end_time" in seconds since 1970.
class RunTimer : public Callback {
 public:
  void operator()(const CallbackMoment& moment, CallbackData& data) override;
};

// A progress bar with the last cost. It is cleared before an interval ends, so it must come before
// callbacks that write lines.
class Progress : public Callback {
 public:
  explicit Progress(std::string cost = "batch_cost") : cost_(std::move(cost)) {}
  void operator()(const CallbackMoment& moment, CallbackData& data) override;

 private:
  std::string note(const Batch& outputs) const;
  std::string cost_;
  std::optional<ProgressBar> bar_;
};

struct DefaultCallbacks {
  std::int64_t total_iterations = 0, frequency = 1;
  std::string output_file = {};
  std::string cost = "batch_cost";  // name of the cost output
  // Both or neither must be set (value Error).
  std::shared_ptr<BatchSource> eval_set = {};
  std::optional<BoundComputation> loss_computation = {};
  bool use_progress_bar = true;
  LineSink sink = {};
};

// Progress, TrainCost, TrainLogger, Loss if an evaluation is set, and StopAtNonFinite.
CallbackContainer make_default_callbacks(const BoundComputation& train, DefaultCallbacks options);

}  // namespace ng::neon
