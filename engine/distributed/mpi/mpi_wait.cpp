// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mpi/mpi_wait.h"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

using namespace std::chrono_literals;

// Ranks usually arrive at about the same time; whoever waits longer leaves the processor to
// computing threads, for an eighth of the time waited so far.
constexpr auto spinning = 100us;
constexpr std::chrono::nanoseconds least_sleep = 20us;
constexpr std::chrono::nanoseconds most_sleep = 500us;
constexpr auto between_notices = 10ms;
// What a rank has sent before its end may arrive after the notice.
constexpr auto time_for_messages = 1s;

}  // namespace

MpiWait::MpiWait(MpiProcess& process, NgraphMpiGroup* group, std::vector<int> world_ranks)
    : process_(process),
      group_(group),
      world_ranks_(std::move(world_ranks)),
      ended_(world_ranks_.size()) {}

void MpiWait::complete(std::vector<MpiTransfer>& transfers, const std::string& call,
                       const std::shared_ptr<void>& memory) {
  try {
    wait(transfers, call);
  } catch (...) {
    process_.keep(memory);
    throw;
  }
}

void MpiWait::wait(std::vector<MpiTransfer>& transfers, const std::string& call) {
  const auto start = Clock::now();
  auto next_notices = start + between_notices;
  while (!test(transfers, call)) {
    const auto now = Clock::now();
    if (now >= next_notices) {
      next_notices = now + between_notices;
      read_notices(call);
      refuse_ended(transfers, call);
      if (now - start > process_.timeout()) refuse_late(transfers, call);
    }
    if (now - start < spinning) {
      sched_yield();
    } else {
      std::this_thread::sleep_for(
          std::clamp<std::chrono::nanoseconds>((now - start) / 8, least_sleep, most_sleep));
    }
  }
}

bool MpiWait::test(std::vector<MpiTransfer>& transfers, const std::string& call) {
  bool all = true;
  const int error = process_.call(call, [&](const NgraphMpiApi& api) {
    for (MpiTransfer& each : transfers) {
      if (!each.request) continue;
      int done = 0;
      const int failed = api.test(each.request, &done, &each.bytes);
      if (done || failed != 0) each.request = nullptr;
      if (failed != 0) return failed;
      all = all && done;
    }
    return 0;
  });
  process_.check(error, call);
  return all;
}

void MpiWait::read_notices(const std::string& call) {
  const auto failure = process_.call(call, [&](const NgraphMpiApi& api) {
    for (std::size_t rank = 0; rank < ended_.size(); ++rank) {
      int found = 0;
      std::int64_t bytes = 0;
      // The message stays where it is.
      api.probe(group_, static_cast<int>(rank), mpi_tag::ended, &found, &bytes);
      if (found && !ended_[rank]) ended_[rank] = Clock::now();
    }
    return process_.failure_of_others();
  });
  if (failure) process_.fail(call, *failure, false);
}

void MpiWait::refuse_ended(const std::vector<MpiTransfer>& transfers, const std::string& call) {
  std::vector<int> missing;
  for (const MpiTransfer& each : transfers) {
    if (!each.request || !each.from) continue;
    const auto ended = ended_[static_cast<std::size_t>(*each.from)];
    if (ended && Clock::now() - *ended > time_for_messages) {
      missing.push_back(world_rank(*each.from));
    }
  }
  if (missing.empty()) return;
  process_.fail(call, rank_names(missing) + " ended before " + call);
}

void MpiWait::refuse_late(const std::vector<MpiTransfer>& transfers, const std::string& call) {
  std::vector<int> missing;
  for (const MpiTransfer& each : transfers) {
    if (each.request && each.from) missing.push_back(world_rank(*each.from));
  }
  const std::string time = duration_text(process_.timeout());
  process_.fail(call, missing.empty()
                          ? "the transfer did not end within " + time
                          : rank_names(missing) + " did not arrive within " + time + " in " + call);
}

}  // namespace ng
