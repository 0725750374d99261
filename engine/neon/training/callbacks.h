// SPDX-License-Identifier: Apache-2.0
// What happens beside a training loop (semantics 7.4): callbacks that are told of each phase, and
// the numbers that they record.
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

// In the order in which a loop comes to them; an interval is `frequency` batches.
enum class Phase {
  train_pre,
  interval_pre,
  minibatch_pre,
  minibatch_post,
  interval_post,
  train_post
};

// Numbers by name, as the original's files have them: "cost/train", "cost/<output>", "time/loss",
// "time/train/start_time".
class CallbackData {
 public:
  CallbackData(std::int64_t total_iterations, std::int64_t frequency);

  std::int64_t total_iterations() const { return total_iterations_; }
  std::int64_t frequency() const { return frequency_; }
  std::int64_t intervals() const { return total_iterations_ / frequency_; }

  // The numbers called `name`, as many as asked for at first, all 0.
  std::vector<double>& numbers(const std::string& name, std::int64_t size);
  // Empty when there are none of that name.
  const std::vector<double>& numbers(const std::string& name) const;
  const std::map<std::string, std::vector<double>>& all() const { return numbers_; }

  // An npz file of float64 arrays, with "config/total_iterations" and "config/frequency". System
  // Error when the disk does not take it.
  void write(const std::string& path) const;

 private:
  std::int64_t total_iterations_, frequency_;
  std::map<std::string, std::vector<double>> numbers_;
};

struct CallbackMoment {
  Phase phase = Phase::train_pre;
  std::int64_t iteration = 0;      // batches before the present one
  const Batch* batch = nullptr;    // in phases of a batch or interval
  const Batch* outputs = nullptr;  // of the batch's call, once it is done

  // The interval that the present batch belongs to, from 0.
  std::int64_t interval(const CallbackData& data) const { return iteration / data.frequency(); }
};

class Callback {
 public:
  virtual ~Callback() = default;
  virtual void operator()(const CallbackMoment& moment, CallbackData& data) = 0;
};
using CallbackPtr = std::shared_ptr<Callback>;

// Where text goes, line by line without the newline; standard output unless something is set.
using LineSink = std::function<void(const std::string& line)>;

// Callbacks in their order, and what they record. Every container has its own.
class CallbackContainer {
 public:
  // Value Error unless frequency is positive. `output_file`: where the numbers are written when
  // training ends; empty for nowhere.
  CallbackContainer(std::int64_t total_iterations, std::int64_t frequency,
                    std::vector<CallbackPtr> callbacks = {}, std::string output_file = {});

  void add(CallbackPtr callback) { callbacks_.push_back(std::move(callback)); }
  // Tells every callback; the numbers are written when training has ended.
  void operator()(const CallbackMoment& moment);
  // Writes the numbers now, if there is a file for them.
  void write() const;
  const CallbackData& data() const { return data_; }
  const std::vector<CallbackPtr>& callbacks() const { return callbacks_; }

 private:
  CallbackData data_;
  std::vector<CallbackPtr> callbacks_;
  std::string output_file_;
};

// Keeps the cost of every batch, the mean of output `cost`, as "cost/train". Key Error at the first
// batch when there is no such output.
class TrainCost : public Callback {
 public:
  explicit TrainCost(std::string cost = "batch_cost") : cost_(std::move(cost)) {}
  void operator()(const CallbackMoment& moment, CallbackData& data) override;

 private:
  std::string cost_;
};

// Says the mean cost of each interval, from "cost/train": stands after TrainCost.
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

// "time/train/start_time" and "end_time": seconds since 1970.
class RunTimer : public Callback {
 public:
  void operator()(const CallbackMoment& moment, CallbackData& data) override;
};

// A bar with the last cost. It goes away before an interval ends: stands before callbacks that
// write lines.
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
  std::string cost = "batch_cost";  // the training computation's output
  // Both or none; value Error otherwise.
  std::shared_ptr<BatchSource> eval_set = {};
  std::optional<BoundComputation> loss_computation = {};
  bool use_progress_bar = true;
  LineSink sink = {};
};

// Progress, TrainCost, TrainLogger, Loss if there is something to evaluate, and StopAtNonFinite.
CallbackContainer make_default_callbacks(const BoundComputation& train, DefaultCallbacks options);

}  // namespace ng::neon
