// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/stage_schedule.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/base/error.h"

namespace ng {
namespace {

// List scheduling: simulates the stages, each of which begins the most urgent of its ready tasks.
class Scheduler {
 public:
  Scheduler(const std::vector<StageTask>& tasks, int stages, bool one_forward_one_backward)
      : tasks_(tasks),
        stages_(stages),
        alternates_(one_forward_one_backward),
        free_at_(static_cast<std::size_t>(stages), 0),
        forwards_left_(static_cast<std::size_t>(stages), 0),
        ready_at_(tasks.size(), 0),
        waits_for_(tasks.size(), 0),
        followers_(tasks.size()) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      waits_for_[i] = tasks[i].after.size();
      for (const std::size_t earlier : tasks[i].after) followers_[earlier].push_back(i);
      if (tasks[i].after.empty()) ready_.insert(i);
      if (!tasks[i].micro_batch) continue;
      if (tasks[i].gradient) {
        ++gradients_left_[batch_of(tasks[i])];
      } else {
        ++forwards_left_[static_cast<std::size_t>(tasks[i].stage)];
      }
    }
  }

  std::vector<std::size_t> run() {
    while (order_.size() < tasks_.size()) {
      std::optional<std::size_t> next = most_urgent(true);
      if (!next) next = most_urgent(false);  // all must pass before any gradient exists
      check(next.has_value(), "tasks of stages that wait for each other");
      place(*next);
    }
    return std::move(order_);
  }

 private:
  using Batch = std::pair<int, int>;  // a micro-batch in a stage
  static Batch batch_of(const StageTask& task) { return {task.stage, *task.micro_batch}; }

  double& free_at(const StageTask& task) { return free_at_[static_cast<std::size_t>(task.stage)]; }

  // Would the stage hold too many micro-batches, or begin gradients too early?
  bool is_held_back(const StageTask& task) const {
    if (!task.micro_batch) return false;
    if (!alternates_) return task.gradient && forwards_left_[static_cast<std::size_t>(task.stage)];
    if (task.gradient || held_.count(batch_of(task))) return false;
    const auto left = gradients_left_.find(batch_of(task));
    if (left == gradients_left_.end()) return false;
    const auto held = std::count_if(held_.begin(), held_.end(),
                                    [&](const Batch& batch) { return batch.first == task.stage; });
    return held >= stages_ - task.stage;
  }

  std::optional<std::size_t> most_urgent(bool holds_back) {
    std::optional<std::size_t> best;
    for (const std::size_t i : ready_) {
      if (holds_back && is_held_back(tasks_[i])) continue;
      if (!best || urgency(i) < urgency(*best)) best = i;
    }
    return best;
  }

  std::tuple<double, bool, int, int, int> urgency(std::size_t i) {
    const StageTask& task = tasks_[i];
    return {std::max(free_at(task), ready_at_[i]), task.gradient, task.hop,
            task.micro_batch.value_or(-1), task.stage};
  }

  void place(std::size_t i) {
    const StageTask& task = tasks_[i];
    ready_.erase(i);
    order_.push_back(i);
    const double end = std::max(free_at(task), ready_at_[i]) + task.cost;
    free_at(task) = end;
    if (task.micro_batch) count(task);
    for (const std::size_t next : followers_[i]) {
      ready_at_[next] = std::max(ready_at_[next], end);
      if (--waits_for_[next] == 0) ready_.insert(next);
    }
  }

  void count(const StageTask& task) {
    if (!task.gradient) --forwards_left_[static_cast<std::size_t>(task.stage)];
    const auto left = gradients_left_.find(batch_of(task));
    if (left == gradients_left_.end()) return;
    held_.insert(batch_of(task));
    if (task.gradient && --left->second == 0) {
      held_.erase(batch_of(task));
      gradients_left_.erase(left);
    }
  }

  const std::vector<StageTask>& tasks_;
  const int stages_;
  const bool alternates_;
  std::vector<double> free_at_;  // by stage
  std::vector<int> forwards_left_;
  std::vector<double> ready_at_;  // by task
  std::vector<std::size_t> waits_for_;
  std::vector<std::vector<std::size_t>> followers_;
  std::set<std::size_t> ready_;
  std::map<Batch, int> gradients_left_;
  std::set<Batch> held_;  // micro-batches whose gradients a stage has not finished
  std::vector<std::size_t> order_;
};

}  // namespace

std::vector<std::size_t> scheduled_tasks(const std::vector<StageTask>& tasks, int stages,
                                         bool one_forward_one_backward) {
  return Scheduler(tasks, stages, one_forward_one_backward).run();
}

}  // namespace ng
