// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/overlap_exchanges.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>

namespace ng {
namespace {

using Part = CollectiveStep::Part;

const CollectiveStep* all_reduce_of(const Step& step) {
  const auto* exchange = step.as<CollectiveStep>();
  const bool whole =
      exchange && exchange->kind == CollectiveKind::all_reduce && exchange->carried == Part::both;
  return whole ? exchange : nullptr;
}

// Does it, or the body of a loop, write lines?
bool prints(const Step& step) {
  if (const Loop* loop = step.loop())
    return std::any_of(loop->body.steps.begin(), loop->body.steps.end(), prints);
  return step.is<PrintStep>();
}

// A transfer in another order could wait for a rank that waits for this one.
bool transfers(const Step& step) {
  const auto* exchange = step.as<CollectiveStep>();
  return exchange && (exchange->kind == CollectiveKind::send ||
                      exchange->kind == CollectiveKind::receive);
}

// For each step the earlier steps that must run before it: makers of what it reads, and readers and
// makers of what it writes. Prints keep their order, and so do transfers.
std::vector<std::vector<std::size_t>> earlier_steps(const Program& program) {
  std::vector<std::vector<std::size_t>> earlier(program.steps.size());
  std::vector<std::vector<std::size_t>> readers(program.buffers.size());
  std::vector<std::vector<std::size_t>> makers(program.buffers.size());
  std::vector<std::size_t> printed, transferred;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    const auto after = [&](const std::vector<std::size_t>& steps) {
      earlier[i].insert(earlier[i].end(), steps.begin(), steps.end());
    };
    for (const int buffer : step.reads) after(makers[static_cast<std::size_t>(buffer)]);
    for (const int buffer : step.writes) {
      after(makers[static_cast<std::size_t>(buffer)]);
      after(readers[static_cast<std::size_t>(buffer)]);
    }
    if (prints(step)) {
      after(printed);
      printed = {i};
    }
    if (transfers(step)) {
      after(transferred);
      transferred = {i};
    }
    for (const int buffer : step.reads) readers[static_cast<std::size_t>(buffer)].push_back(i);
    for (const int buffer : step.writes) makers[static_cast<std::size_t>(buffer)] = {i};
  }
  return earlier;
}

// Places the steps in their order, but leaves those that wait for an exchange until nothing else
// can run.
class Order {
 public:
  explicit Order(Program& program) : program_(program), waits_for_(program.steps.size(), 0) {
    const auto earlier = earlier_steps(program);
    followers_.resize(program.steps.size());
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      for (const std::size_t step : earlier[i]) followers_[step].push_back(i);
      waits_for_[i] = earlier[i].size();
      if (earlier[i].empty()) ready_.insert(i);
    }
  }

  void run() {
    while (!ready_.empty() || !bucket_.empty() || !on_the_way_.empty()) {
      if (!ready_.empty()) {
        place(*ready_.begin());
      } else if (!bucket_.empty()) {
        start_bucket();
      } else {
        finish_first();
      }
    }
    program_.steps = std::move(placed_);
  }

 private:
  void place(std::size_t i) {
    ready_.erase(i);
    const CollectiveStep* exchange = all_reduce_of(program_.steps[i]);
    if (!exchange) {
      placed_.push_back(std::move(program_.steps[i]));
      return follow(i);
    }
    if (!bucket_.empty() && !goes_with(*exchange)) start_bucket();
    bucket_.push_back(i);
    if (exchange->part_bytes() > small_exchange || bucket_size() >= bucket_bytes) start_bucket();
  }

  void follow(std::size_t i) {
    for (const std::size_t next : followers_[i]) {
      if (--waits_for_[next] == 0) ready_.insert(next);
    }
  }

  const CollectiveStep& first() const {
    return *program_.steps[bucket_.front()].as<CollectiveStep>();
  }

  bool goes_with(const CollectiveStep& exchange) const {
    return exchange.group == first().group && exchange.dtype == first().dtype &&
           exchange.combine == first().combine && exchange.part_bytes() <= small_exchange;
  }

  std::int64_t bucket_size() const {
    std::int64_t bytes = 0;
    for (const std::size_t i : bucket_)
      bytes += program_.steps[i].as<CollectiveStep>()->part_bytes();
    return bytes;
  }

  void start_bucket() {
    Step start;
    CollectiveStep work = first();
    work.carried = Part::start;
    work.number = number_++;
    work.part = 1;
    work.outer = 1;
    work.inner = 0;
    for (const std::size_t i : bucket_) {
      const Step& step = program_.steps[i];
      work.counts.push_back(step.as<CollectiveStep>()->part_elements());
      work.inner += work.counts.back();
      start.reads.push_back(step.reads[0]);
      start.ops.insert(start.ops.end(), step.ops.begin(), step.ops.end());
    }
    start.name = "start_all_reduce";
    start.work = std::move(work);
    placed_.push_back(std::move(start));
    on_the_way_.push_back({placed_.size() - 1, std::move(bucket_)});
    bucket_.clear();
  }

  void finish_first() {
    const auto [start, members] = std::move(on_the_way_.front());
    on_the_way_.pop_front();
    Step finish;
    finish.name = "finish_all_reduce";
    finish.work = placed_[start].work;
    finish.as<CollectiveStep>()->carried = Part::finish;
    finish.ops = placed_[start].ops;
    for (const std::size_t i : members) finish.writes.push_back(program_.steps[i].writes[0]);
    placed_.push_back(std::move(finish));
    for (const std::size_t i : members) follow(i);
  }

  struct Started {
    std::size_t step;  // in placed_
    std::vector<std::size_t> members;
  };

  Program& program_;
  std::vector<std::vector<std::size_t>> followers_;
  std::vector<std::size_t> waits_for_;
  std::set<std::size_t> ready_;
  std::vector<std::size_t> bucket_;  // all_reduces that are started together
  std::deque<Started> on_the_way_;
  std::vector<Step> placed_;
  int number_ = 0;
};

}  // namespace

void overlap_all_reduces(Program& program) {
  // A rank alone has nothing to wait for.
  const auto has_other_ranks = [&program](const Step& step) {
    const CollectiveStep* exchange = all_reduce_of(step);
    return exchange && (program.ranks || exchange->ranks > 1);
  };
  if (std::any_of(program.steps.begin(), program.steps.end(), has_other_ranks))
    Order(program).run();
}

}  // namespace ng
