// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/simulated_world.h"

#include <cstring>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/distributed/call_queue.h"
#include "engine/distributed/collective_call.h"
#include "engine/distributed/combine_parts.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace simulated {

// All members of the world and its groups are guarded by its mutex.
struct World {
  std::mutex mutex;
  std::condition_variable changed;
  int size = 0;
  std::chrono::milliseconds timeout{};
  std::optional<std::string> failure;  // of the whole world, once and for all
  std::vector<bool> taken;             // ranks whose communicator was given out

  void fail(std::string reason) {
    if (!failure) failure = std::move(reason);
    changed.notify_all();
  }
};

struct Group;

// A rank in a collective call.
struct Arrival {
  CollectiveCall call = {};
  const std::byte* in = nullptr;
  std::byte* out = nullptr;
  int color = 0;                           // split
  std::shared_ptr<Group> child = nullptr;  // split: the result
  int child_rank = 0;
};

struct Group {
  std::vector<int> world_ranks;
  std::vector<Arrival*> arrivals;  // by rank; null: has not arrived
  std::vector<bool> ended;         // by rank: its communicator was destroyed
  int arrived = 0;
  std::uint64_t finished_calls = 0;
  // By sender, receiver and tag.
  std::map<std::tuple<int, int, int>, std::deque<std::vector<std::byte>>> messages;

  explicit Group(std::vector<int> ranks)
      : world_ranks(std::move(ranks)), arrivals(world_ranks.size()), ended(world_ranks.size()) {}
  int size() const { return static_cast<int>(world_ranks.size()); }
};

namespace {

void copy_bytes(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

std::vector<const std::byte*> inputs_of(const Group& group, std::int64_t offset) {
  std::vector<const std::byte*> inputs;
  for (const Arrival* each : group.arrivals) inputs.push_back(each->in + offset);
  return inputs;
}

void all_reduce(Group& group, const CollectiveCall& call) {
  std::byte* first = group.arrivals[0]->out;
  combine_parts(inputs_of(group, 0), call.count, call.dtype, call.combine, first);
  const auto bytes = call.count * static_cast<std::int64_t>(size_of(call.dtype));
  for (std::size_t i = 1; i < group.arrivals.size(); ++i) {
    copy_bytes(group.arrivals[i]->out, first, bytes);
  }
}

void reduce_scatter(Group& group, const CollectiveCall& call) {
  const auto bytes = call.count * static_cast<std::int64_t>(size_of(call.dtype));
  for (std::size_t i = 0; i < group.arrivals.size(); ++i) {
    combine_parts(inputs_of(group, static_cast<std::int64_t>(i) * bytes), call.count, call.dtype,
                  call.combine, group.arrivals[i]->out);
  }
}

void all_gather(Group& group, const CollectiveCall& call) {
  for (const Arrival* to : group.arrivals) {
    std::byte* out = to->out;
    for (const Arrival* from : group.arrivals) {
      copy_bytes(out, from->in, call.count);
      out += call.count;
    }
  }
}

void broadcast(Group& group, const CollectiveCall& call) {
  const Arrival* root = group.arrivals[static_cast<std::size_t>(call.root)];
  for (const Arrival* to : group.arrivals) {
    if (to != root) copy_bytes(to->out, root->in, call.count);
  }
}

void split(Group& group) {
  std::map<int, std::vector<int>> ranks;  // by color
  for (std::size_t i = 0; i < group.arrivals.size(); ++i) {
    ranks[group.arrivals[i]->color].push_back(group.world_ranks[i]);
  }
  std::map<int, std::shared_ptr<Group>> children;
  std::map<int, int> next_rank;
  for (const auto& [color, members] : ranks) children[color] = std::make_shared<Group>(members);
  for (Arrival* each : group.arrivals) {
    each->child = children[each->color];
    each->child_rank = next_rank[each->color]++;
  }
}

void carry_out(Group& group) {
  const CollectiveCall& call = group.arrivals[0]->call;
  switch (call.kind) {
    case CallKind::all_reduce: return all_reduce(group, call);
    case CallKind::all_gather: return all_gather(group, call);
    case CallKind::reduce_scatter: return reduce_scatter(group, call);
    case CallKind::broadcast: return broadcast(group, call);
    case CallKind::barrier: return;
    case CallKind::split: return split(group);
  }
}

class RankCommunicator : public Communicator {
 public:
  RankCommunicator(std::shared_ptr<World> world, std::shared_ptr<Group> group, int rank)
      : world_(std::move(world)), group_(std::move(group)), rank_(rank), queue_(new CallQueue) {}

  ~RankCommunicator() override {
    queue_.reset();
    const std::scoped_lock lock(world_->mutex);
    group_->ended[static_cast<std::size_t>(rank_)] = true;
    world_->changed.notify_all();
  }

  std::string_view name() const override { return "simulated"; }
  int rank() const override { return rank_; }
  int size() const override { return group_->size(); }
  std::string failure() const override {
    const std::scoped_lock lock(world_->mutex);
    return world_->failure.value_or("");
  }

  void all_reduce(std::byte* values, std::int64_t count, DType dtype, kernel::Combine combine,
                  std::string_view what) override {
    queue_->run([&] { reduce_all(values, count, dtype, combine, std::string(what)); });
  }
  PendingCallPtr start_all_reduce(std::byte* values, std::int64_t count, DType dtype,
                                  kernel::Combine combine, std::string_view what) override {
    return queue_->start(
        [=, this, what = std::string(what)] { reduce_all(values, count, dtype, combine, what); });
  }
  void all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                  std::string_view what) override {
    collective(gathering(part, bytes, all, what));
  }
  PendingCallPtr start_all_gather(const std::byte* part, std::int64_t bytes, std::byte* all,
                                  std::string_view what) override {
    return start(gathering(part, bytes, all, what));
  }
  void reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                      kernel::Combine combine, std::byte* part, std::string_view what) override {
    collective(scattering(all, count, dtype, combine, part, what));
  }
  PendingCallPtr start_reduce_scatter(const std::byte* all, std::int64_t count, DType dtype,
                                      kernel::Combine combine, std::byte* part,
                                      std::string_view what) override {
    return start(scattering(all, count, dtype, combine, part, what));
  }
  void broadcast(std::byte* values, std::int64_t bytes, int root, std::string_view what) override {
    CollectiveCall call = {
        .kind = CallKind::broadcast, .what = std::string(what), .count = bytes, .root = root};
    check_rank(root, size(), "root", to_string(call));
    collective({.call = std::move(call), .in = values, .out = values});
  }
  void barrier(std::string_view what) override {
    collective({.call = {.kind = CallKind::barrier, .what = std::string(what)}});
  }
  CommunicatorPtr split(int color) override {
    Arrival arrival = {.call = {.kind = CallKind::split}, .color = color};
    queue_->run([&] { meet(arrival); });
    return std::make_shared<RankCommunicator>(world_, arrival.child, arrival.child_rank);
  }

  void send(const std::byte* values, std::int64_t bytes, int to, int tag,
            std::string_view what) override {
    check_rank(to, size(), "receiver", "send " + quote(what));
    check_tag(tag, "send " + quote(what));
    queue_->run([&] { deliver(values, bytes, to, tag, "send " + quote(what)); });
  }
  void receive(std::byte* values, std::int64_t bytes, int from, int tag,
               std::string_view what) override {
    check_rank(from, size(), "sender", "receive " + quote(what));
    check_tag(tag, "receive " + quote(what));
    queue_->run([&] { collect(values, bytes, from, tag, "receive " + quote(what)); });
  }

  void abort(const std::string& reason) override {
    const std::scoped_lock lock(world_->mutex);
    world_->fail("rank " + std::to_string(world_rank(rank_)) + " ended the program: " + reason);
  }

 private:
  using Lock = std::unique_lock<std::mutex>;

  int world_rank(int rank) const { return group_->world_ranks[static_cast<std::size_t>(rank)]; }

  void reduce_all(std::byte* values, std::int64_t count, DType dtype, kernel::Combine combine,
                  const std::string& what) {
    Arrival arrival = {.call = {.kind = CallKind::all_reduce,
                                .what = what,
                                .count = count,
                                .dtype = dtype,
                                .combine = combine},
                       .in = values,
                       .out = values};
    meet(arrival);
  }

  static Arrival gathering(const std::byte* part, std::int64_t bytes, std::byte* all,
                           std::string_view what) {
    return {.call = {.kind = CallKind::all_gather, .what = std::string(what), .count = bytes},
            .in = part,
            .out = all};
  }

  static Arrival scattering(const std::byte* all, std::int64_t count, DType dtype,
                            kernel::Combine combine, std::byte* part, std::string_view what) {
    return {.call = {.kind = CallKind::reduce_scatter,
                     .what = std::string(what),
                     .count = count,
                     .dtype = dtype,
                     .combine = combine},
            .in = all,
            .out = part};
  }

  void collective(Arrival arrival) {
    queue_->run([&] { meet(arrival); });
  }
  PendingCallPtr start(Arrival arrival) {
    return queue_->start([this, arrival = std::move(arrival)] {
      Arrival own = arrival;
      meet(own);
    });
  }

  // Waits for all ranks of the group; the last to arrive computes the results of all.
  void meet(Arrival& arrival) {
    Lock lock = lock_world(to_string(arrival.call));
    group_->arrivals[static_cast<std::size_t>(rank_)] = &arrival;
    if (++group_->arrived == size()) {
      finish_call(arrival);
    } else {
      wait_for_call(lock, arrival);
    }
  }

  Lock lock_world(const std::string& call) {
    Lock lock(world_->mutex);
    if (world_->failure) refuse_call(call);
    return lock;
  }

  [[noreturn]] void refuse_call(const std::string& call) const {
    refuse_rank(world_rank(rank_), world_->size, call, *world_->failure);
  }

  void finish_call(const Arrival& arrival) {
    std::vector<CollectiveCall> calls;
    for (const Arrival* each : group_->arrivals) calls.push_back(each->call);
    const std::string difference = difference_of(calls, group_->world_ranks);
    if (!difference.empty()) {
      world_->fail("the calls of the ranks differ: " + difference);
      refuse_call(to_string(arrival.call));
    }
    carry_out(*group_);
    std::fill(group_->arrivals.begin(), group_->arrivals.end(), nullptr);
    group_->arrived = 0;
    ++group_->finished_calls;
    world_->changed.notify_all();
  }

  void wait_for_call(Lock& lock, const Arrival& arrival) {
    const std::uint64_t number = group_->finished_calls;
    const std::string call = to_string(arrival.call);
    wait(
        lock, call, [&] { return group_->finished_calls != number; },
        [&] { return absent_ranks(true); }, [&] { return absent_ranks(false); });
  }

  // World ranks that have not arrived; optionally only those that have ended.
  std::vector<int> absent_ranks(bool ended_only) const {
    std::vector<int> ranks;
    for (std::size_t i = 0; i < group_->arrivals.size(); ++i) {
      if (group_->arrivals[i] || (ended_only && !group_->ended[i])) continue;
      ranks.push_back(group_->world_ranks[i]);
    }
    return ranks;
  }

  // Until `done`. Fails the world if one of the ranks that are waited for has ended, or after the
  // timeout; the arrival of a failed call is never used again.
  template <class Done, class Ended, class Missing>
  void wait(Lock& lock, const std::string& call, const Done& done, const Ended& ended,
            const Missing& missing) {
    const auto over = [&] { return done() || world_->failure || !ended().empty(); };
    const bool in_time = world_->changed.wait_for(lock, world_->timeout, over);
    if (done()) return;
    if (!world_->failure) {
      const std::string rank = "rank " + std::to_string(world_rank(rank_));
      world_->fail(in_time ? rank_names(ended()) + " ended before " + call + " of " + rank
                           : rank_names(missing()) + " did not arrive within " +
                                 duration_text(world_->timeout) + " in " + call + " of " + rank);
    }
    refuse_call(call);
  }

  void deliver(const std::byte* values, std::int64_t bytes, int to, int tag,
               const std::string& call) {
    const Lock lock = lock_world(call);
    group_->messages[{rank_, to, tag}].emplace_back(values, values + bytes);
    world_->changed.notify_all();
  }

  void collect(std::byte* values, std::int64_t bytes, int from, int tag, const std::string& call) {
    Lock lock = lock_world(call);
    auto& messages = group_->messages[{from, rank_, tag}];
    const std::vector<int> sender = {world_rank(from)};
    wait(
        lock, call, [&] { return !messages.empty(); },
        [&] { return group_->ended[static_cast<std::size_t>(from)] ? sender : std::vector<int>(); },
        [&] { return sender; });
    const std::vector<std::byte> message = std::move(messages.front());
    messages.pop_front();
    if (static_cast<std::int64_t>(message.size()) != bytes) {
      world_->fail("rank " + std::to_string(sender[0]) + " sent " + std::to_string(message.size()) +
                   " bytes, rank " + std::to_string(world_rank(rank_)) + " expects " +
                   std::to_string(bytes));
      refuse_call(call);
    }
    copy_bytes(values, message.data(), bytes);
  }

  std::shared_ptr<World> world_;
  std::shared_ptr<Group> group_;
  int rank_;
  std::unique_ptr<CallQueue> queue_;  // ends before the rank does
};

}  // namespace

}  // namespace simulated

SimulatedWorld::SimulatedWorld(int size, std::chrono::milliseconds timeout)
    : world_(std::make_shared<simulated::World>()) {
  if (size < 1) {
    refuse(ErrorKind::value, "a world needs at least one rank, not " + std::to_string(size));
  }
  world_->size = size;
  world_->timeout = timeout;
  world_->taken.resize(static_cast<std::size_t>(size));
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  all_ = std::make_shared<simulated::Group>(std::move(ranks));
}

CommunicatorPtr SimulatedWorld::communicator(int rank) {
  check_rank(rank, world_->size, "communicator's rank", "a simulated world");
  const std::scoped_lock lock(world_->mutex);
  auto taken = world_->taken[static_cast<std::size_t>(rank)];
  if (taken) {
    refuse(ErrorKind::value, "rank " + std::to_string(rank) + " already has its communicator");
  }
  taken = true;
  return std::make_shared<simulated::RankCommunicator>(world_, all_, rank);
}

}  // namespace ng
