// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/overlap_exchanges.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include "engine/lowering/program_passes/compute_once.h"

namespace ng {
namespace {

using Part = CollectiveStep::Part;

// An exchange that can be started; null for other steps.
const CollectiveStep* exchange_of(const Step& step) {
  using Kind = CollectiveKind;
  const auto* exchange = step.as<CollectiveStep>();
  if (!exchange || exchange->carried != Part::both) return nullptr;
  const Kind kind = exchange->kind;
  const bool can_start =
      kind == Kind::all_reduce || kind == Kind::all_gather || kind == Kind::reduce_scatter;
  return can_start ? exchange : nullptr;
}

// Which steps gather what depends on state only, such as the parts of a weight?
std::vector<bool> gathers_of_state(const Program& program) {
  std::vector<bool> known, gathers;
  for (const Buffer& buffer : program.buffers)
    known.push_back(buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::constant);
  for (const Step& step : program.steps) {
    const bool from_state = std::all_of(step.reads.begin(), step.reads.end(), [&](int buffer) {
      return known[static_cast<std::size_t>(buffer)];
    });
    const CollectiveStep* exchange = exchange_of(step);
    gathers.push_back(from_state && exchange && exchange->kind == CollectiveKind::all_gather);
    for (const int buffer : step.writes)
      known[static_cast<std::size_t>(buffer)] = from_state && is_pure(step);
  }
  return gathers;
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
// can run. Gathers of state wait for nothing, and need memory for wholes: each is started when the
// one before it is finished, just before its first reader.
class Order {
 public:
  explicit Order(Program& program)
      : program_(program),
        gathers_state_(gathers_of_state(program)),
        waits_for_(program.steps.size(), 0) {
    const auto earlier = earlier_steps(program);
    followers_.resize(program.steps.size());
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      for (const std::size_t step : earlier[i]) followers_[step].push_back(i);
      waits_for_[i] = earlier[i].size();
      if (earlier[i].empty()) add_ready(i);
    }
  }

  void run() {
    for (;;) {
      fetch_next();
      if (needs_fetched()) {
        finish(*std::exchange(fetched_, std::nullopt));
      } else if (!ready_.empty()) {
        place(*ready_.begin());
      } else if (!bucket_.empty()) {
        start_bucket();
      } else if (!on_the_way_.empty()) {
        finish_first();
      } else {
        break;
      }
    }
    program_.steps = std::move(placed_);
  }

 private:
  struct Started {
    std::size_t step;  // in placed_
    std::vector<std::size_t> members;
  };

  void add_ready(std::size_t i) { (gathers_state_[i] ? ready_gathers_ : ready_).insert(i); }

  // The next gather of state, or some small ones, is on its way while the steps before its reader
  // run.
  void fetch_next() {
    if (fetched_ || ready_gathers_.empty()) return;
    std::vector<std::size_t> members;
    std::int64_t bytes = 0;
    for (const std::size_t next : ready_gathers_) {
      bytes += exchange(next).whole_bytes();
      const bool joins = bytes <= small_exchange && goes_with(exchange(next), members);
      if (!members.empty() && !joins) break;
      members.push_back(next);
    }
    for (const std::size_t member : members) ready_gathers_.erase(member);
    fetched_ = started(std::move(members));
  }

  // Is its reader next? Not if an earlier step runs, or waits for an exchange.
  bool needs_fetched() const {
    if (!fetched_) return false;
    const std::size_t gather = fetched_->members[0];
    if (!ready_.empty()) return gather < *ready_.begin();
    return (bucket_.empty() || gather < bucket_.front()) &&
           (on_the_way_.empty() || gather < on_the_way_.front().members[0]);
  }

  void place(std::size_t i) {
    ready_.erase(i);
    const CollectiveStep* exchange = exchange_of(program_.steps[i]);
    if (!exchange) {
      placed_.push_back(std::move(program_.steps[i]));
      return follow(i);
    }
    const bool is_small = exchange->whole_bytes() <= small_exchange;
    if (!bucket_.empty() && !(is_small && goes_with(*exchange, bucket_))) start_bucket();
    bucket_.push_back(i);
    if (!is_small || bytes_of(bucket_) >= bucket_bytes) start_bucket();
    while (bytes_on_the_way() > most_on_the_way && on_the_way_.size() > 1) finish_first();
  }

  void follow(std::size_t i) {
    for (const std::size_t next : followers_[i]) {
      if (--waits_for_[next] == 0) add_ready(next);
    }
  }

  const CollectiveStep& exchange(std::size_t i) const {
    return *program_.steps[i].as<CollectiveStep>();
  }

  bool goes_with(const CollectiveStep& other, const std::vector<std::size_t>& members) const {
    if (members.empty()) return true;
    const CollectiveStep& first = exchange(members.front());
    return other.kind == first.kind && other.group == first.group && other.dtype == first.dtype &&
           other.combine == first.combine;
  }

  std::int64_t bytes_of(const std::vector<std::size_t>& members) const {
    std::int64_t bytes = 0;
    for (const std::size_t i : members) bytes += exchange(i).whole_bytes();
    return bytes;
  }

  std::int64_t bytes_on_the_way() const {
    std::int64_t bytes = 0;
    for (const Started& each : on_the_way_) bytes += bytes_of(each.members);
    return bytes;
  }

  void start_bucket() { on_the_way_.push_back(started(std::exchange(bucket_, {}))); }

  Started started(std::vector<std::size_t> members) {
    Step start;
    CollectiveStep work = exchange(members.front());
    work.carried = Part::start;
    work.number = free_number();
    work.part = 1;
    work.outer = 1;
    work.inner = 0;
    for (const std::size_t i : members) {
      const Step& step = program_.steps[i];
      work.counts.push_back(exchange(i).part_elements());
      work.rows.push_back(exchange(i).outer);
      work.inner += work.counts.back();
      start.reads.push_back(step.reads[0]);
      start.ops.insert(start.ops.end(), step.ops.begin(), step.ops.end());
    }
    start.name = "start_" + std::string(name(work.kind));
    start.work = std::move(work);
    placed_.push_back(std::move(start));
    return {placed_.size() - 1, std::move(members)};
  }

  void finish_first() {
    const Started first = std::move(on_the_way_.front());
    on_the_way_.pop_front();
    finish(first);
  }

  void finish(const Started& started) {
    Step finish;
    finish.work = placed_[started.step].work;
    auto& work = *finish.as<CollectiveStep>();
    work.carried = Part::finish;
    used_numbers_.erase(work.number);
    finish.name = "finish_" + std::string(name(work.kind));
    finish.ops = placed_[started.step].ops;
    for (const std::size_t i : started.members)
      finish.writes.push_back(program_.steps[i].writes[0]);
    placed_.push_back(std::move(finish));
    for (const std::size_t i : started.members) follow(i);
  }

  // The memory of an exchange belongs to its number: the next one uses it again.
  int free_number() {
    int number = 0;
    while (!used_numbers_.insert(number).second) ++number;
    return number;
  }

  Program& program_;
  const std::vector<bool> gathers_state_;
  std::vector<std::vector<std::size_t>> followers_;
  std::vector<std::size_t> waits_for_;
  std::set<std::size_t> ready_, ready_gathers_;
  std::vector<std::size_t> bucket_;  // exchanges that are started together
  std::deque<Started> on_the_way_;
  std::optional<Started> fetched_;  // a gather of state that is on its way
  std::set<int> used_numbers_;
  std::vector<Step> placed_;
};

}  // namespace

void start_exchanges_early(Program& program) {
  // A rank alone has nothing to wait for.
  const auto has_other_ranks = [&program](const Step& step) {
    const CollectiveStep* exchange = exchange_of(step);
    return exchange && (program.ranks || exchange->ranks > 1);
  };
  if (std::any_of(program.steps.begin(), program.steps.end(), has_other_ranks))
    Order(program).run();
}

}  // namespace ng
