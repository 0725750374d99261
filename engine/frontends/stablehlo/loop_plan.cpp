// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/loop_plan.h"

#include <algorithm>

#include "engine/base/cancellation.h"

namespace ng::stablehlo {
namespace {

using Arguments = ScalarEvaluator::Arguments;

constexpr std::int64_t most_trips = std::int64_t{1} << 20;
constexpr std::int64_t most_bounded = std::int64_t{1} << 16;  // of a loop that may end earlier

std::size_t reads(const Block& block, const std::string& name) {
  std::size_t count = 0;
  for (const Operation& op : block.operations) {
    count += static_cast<std::size_t>(std::count(op.operands.begin(), op.operands.end(), name));
    for (const Block& region : op.regions) count += reads(region, name);
  }
  return count;
}

class Planner {
 public:
  Planner(const Module& module, const Operation& loop, const Arguments& initial,
          const ScalarEvaluator::Outside& outside)
      : loop_(loop),
        initial_(initial),
        condition_(module, loop.regions[0], outside),
        body_(module, loop.regions[1], outside) {}

  LoopPlan run() {
    const std::vector<std::string>& next = ScalarEvaluator::returned(loop_.regions[1]);
    for (std::size_t i = 0; i < initial_.size(); ++i) {
      plan_.values.emplace_back();
      const Definition from = body_.definition(next[i]);
      if (from.argument == i) plan_.values[i].role = LoopRole::invariant;
      if (from.op) find_counter(i, from);
    }
    count_trips();
    for (std::size_t i = 0; plan_.trips && i < initial_.size(); ++i)
      if (plan_.values[i].role == LoopRole::state) find_list(i, body_.definition(next[i]));
    return std::move(plan_);
  }

 private:
  void find_counter(std::size_t i, const Definition& from) {
    const Operation& op = *from.op;
    const bool falls = op.name == "stablehlo.subtract";
    if ((op.name != "stablehlo.add" && !falls) || op.operands.size() != 2 ||
        op.result_types.size() != 1 || !op.result_types[0].dims.empty() ||
        !is_counted(op.result_types[0]))
      return;
    for (std::size_t k = 0; k < (falls ? 1U : 2U); ++k) {
      if (body_.definition(op.operands[k], *from.frame).argument != i) continue;
      const auto step = body_.value(op.operands[1 - k], *from.frame, Arguments(initial_.size()));
      if (step) plan_.values[i] = {LoopRole::counter, falls ? -*step : *step};
      return;
    }
  }

  static bool is_counted(const Type& type) {
    const auto dtype = dtype_of(type);
    return dtype && is_integer(*dtype) && *dtype != DType::bool_;
  }

  // What is known in the iteration with this number.
  Arguments arguments_at(std::int64_t iteration) const {
    Arguments made(initial_.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
      const LoopValue& value = plan_.values[i];
      if (value.role == LoopRole::invariant) made[i] = initial_[i];
      if (value.role != LoopRole::counter || !initial_[i]) continue;
      const double now = *initial_[i] + value.step * static_cast<double>(iteration);
      const auto dtype = dtype_of(loop_.result_types[i]);
      if (dtype && round_to(*dtype, now) == now) made[i] = now;  // else it wraps
    }
    return made;
  }

  void count_trips() {
    const std::vector<std::string>& results = ScalarEvaluator::returned(loop_.regions[0]);
    if (results.size() != 1) return;
    bool exact = true;
    for (std::int64_t trips = 0; trips <= (exact ? most_trips : most_bounded); ++trips) {
      poll_cancellation();
      const auto again = condition_.value(results[0], arguments_at(trips));
      exact = exact && again;
      if (!exact && !counts()) return;
      if (again != 0.0) continue;
      (exact ? plan_.trips : plan_.most) = trips;
      return;
    }
  }

  // Is there a counter whose values are known?
  bool counts() const {
    for (std::size_t i = 0; i < initial_.size(); ++i)
      if (plan_.values[i].role == LoopRole::counter && initial_[i]) return true;
    return false;
  }

  // dynamic_update_slice of one row, whose place is the number of the iteration.
  void find_list(std::size_t i, const Definition& from) {
    if (!from.op || from.op->name != "stablehlo.dynamic_update_slice" ||
        !replaces_row(*from.op, i) || !is_read_once(i, from) || !is_only_returned(i, from))
      return;
    const std::vector<std::string>& operands = from.op->operands;
    for (std::size_t k = 3; k < operands.size(); ++k)
      if (body_.value(operands[k], *from.frame, Arguments(initial_.size())) != 0.0) return;
    bool forward = true, backward = true;
    for (std::int64_t at = 0; at < *plan_.trips && (forward || backward); ++at) {
      const auto row = body_.value(operands[2], *from.frame, arguments_at(at));
      forward = forward && row == static_cast<double>(at);
      backward = backward && row == static_cast<double>(*plan_.trips - 1 - at);
    }
    if (forward || backward) plan_.values[i] = {LoopRole::list, 0, !forward};
  }

  bool replaces_row(const Operation& op, std::size_t i) const {
    if (op.operands.size() < 3 || op.operand_types.size() < 2) return false;
    std::vector<std::optional<std::int64_t>> whole = op.operand_types[0].dims;
    if (whole.empty() || whole[0] != plan_.trips || whole != loop_.result_types[i].dims)
      return false;
    whole[0] = 1;
    return op.operand_types[1].dims == whole && *plan_.trips > 0;
  }

  // The update is the only op that reads the list.
  bool is_read_once(std::size_t i, const Definition& update) {
    std::string name = update.op->operands[0];
    for (const Frame* frame = update.frame; frame; frame = frame->caller) {
      const std::vector<std::string>& arguments = frame->block->arguments;
      const auto at = std::find(arguments.begin(), arguments.end(), name);
      if (at == arguments.end() || reads(*frame->block, name) != 1) return false;
      const auto position = static_cast<std::size_t>(at - arguments.begin());
      if (!frame->call) return position == i;
      name = frame->call->operands[position];
    }
    return false;
  }

  // Nothing reads the list with its new row, except the next iteration.
  static bool is_only_returned(std::size_t i, const Definition& update) {
    std::string name = update.op->results.at(0);
    for (const Frame* frame = update.frame; frame; frame = frame->caller) {
      const std::vector<std::string>& results = ScalarEvaluator::returned(*frame->block);
      const auto at = std::find(results.begin(), results.end(), name);
      if (at == results.end() || reads(*frame->block, name) != 1) return false;
      const auto position = static_cast<std::size_t>(at - results.begin());
      if (!frame->call) return position == i;
      if (position >= frame->call->results.size()) return false;
      name = frame->call->results[position];
    }
    return false;
  }

  const Operation& loop_;
  const Arguments& initial_;
  ScalarEvaluator condition_, body_;
  LoopPlan plan_;
};

}  // namespace

LoopPlan plan_loop(const Module& module, const Operation& loop, const Arguments& initial,
                   const ScalarEvaluator::Outside& outside) {
  return Planner(module, loop, initial, outside).run();
}

}  // namespace ng::stablehlo
