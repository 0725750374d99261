// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mpi/mpi_process.h"

#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "engine/base/error.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

using namespace std::chrono_literals;

// For messages of a failure to reach the other ranks before they are ended.
constexpr auto time_to_report = 500ms;
constexpr auto progress_interval = 50us;

MpiProcess* the_process = nullptr;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

}  // namespace

MpiProcess::MpiProcess(const NgraphMpiApi& api, std::chrono::milliseconds timeout)
    : api_(api), timeout_(timeout), process_id_(getpid()) {}

MpiProcess* MpiProcess::start(std::chrono::milliseconds timeout, std::string& reason) {
  static std::mutex starting;
  const std::scoped_lock lock(starting);
  if (the_process) return the_process;
  const MpiLibrary& library = mpi_library();
  if (!library.api) {
    reason = library.reason;
    return nullptr;
  }
  auto* process = new MpiProcess(*library.api, timeout);
  int owner = 0;
  const int error = library.api->start(&process->world_, &owner);
  if (error != 0) {
    char text[512] = {};
    library.api->error_text(error, text, sizeof text);
    reason = std::string("MPI cannot be used by several threads of this process: ") + text;
    delete process;
    return nullptr;
  }
  process->owner_ = owner != 0;
  the_process = process;
  std::atexit(&MpiProcess::at_exit);
  return process;
}

std::string MpiProcess::library() const {
  return api_.library();
}

void MpiProcess::refuse_call(const std::string& what) const {
  refuse_rank(api_.rank(world_), api_.size(world_), what, *failure_);
}

void MpiProcess::check(int error, const std::string& what) {
  if (error == 0) return;
  char text[512] = {};
  {
    const std::scoped_lock lock(mutex_);
    if (!failure_) api_.error_text(error, text, sizeof text);
  }
  fail(what, text);
}

void MpiProcess::fail(const std::string& what, const std::string& reason, bool announce) {
  const std::scoped_lock lock(mutex_);
  if (!failure_) {
    if (announce && !api_.ended()) announce_failure(reason);
    failure_ = reason;
    sends_changed_.notify_all();
  }
  refuse_call(what);
}

std::string MpiProcess::failure() {
  const std::scoped_lock lock(mutex_);
  if (!failure_ && !api_.ended()) {
    failure_ = failure_of_others();
    if (failure_) sends_changed_.notify_all();
  }
  return failure_.value_or("");
}

void MpiProcess::announce_failure(const std::string& reason) {
  for (int to = 0; to < api_.size(world_); ++to) {
    if (to != api_.rank(world_)) begin_send(world_, bytes_of(reason), to, mpi_tag::failed);
  }
  // Short messages are handed over at once, or after a few turns.
  for (int turn = 0; turn < 10; ++turn) test_sends();
}

int MpiProcess::begin_send(NgraphMpiGroup* group, std::vector<std::byte> message, int to, int tag) {
  Sent& sent = sends_.emplace_back();
  sent.message = std::move(message);
  const int error =
      api_.send(group, sent.message.data(), static_cast<std::int64_t>(sent.message.size()), to, tag,
                &sent.request);
  if (error != 0) sends_.pop_back();
  return error;
}

void MpiProcess::send(NgraphMpiGroup* group, std::vector<std::byte> message, int to, int tag,
                      const std::string& what) {
  const int error = call(what, [&](const NgraphMpiApi&) {
    const int failed = begin_send(group, std::move(message), to, tag);
    test_sends();
    if (!progress_.joinable()) progress_ = std::thread([this] { make_progress(); });
    return failed;
  });
  sends_changed_.notify_all();
  check(error, what);
}

void MpiProcess::test_sends() {
  for (auto sent = sends_.begin(); sent != sends_.end();) {
    int done = 0;
    std::int64_t bytes = 0;
    const int error = api_.test(sent->request, &done, &bytes);
    // What could not be sent is missed by the receiver, which reports it.
    sent = done || error != 0 ? sends_.erase(sent) : std::next(sent);
  }
}

void MpiProcess::make_progress() {
  std::unique_lock lock(mutex_);
  for (;;) {
    sends_changed_.wait(lock, [this] { return ended_ || failure_ || !sends_.empty(); });
    if (ended_ || failure_) return;
    test_sends();
    if (sends_.empty()) sends_changed_.notify_all();
    lock.unlock();
    std::this_thread::sleep_for(progress_interval);
    lock.lock();
  }
}

bool MpiProcess::finish_sends() {
  std::unique_lock lock(mutex_);
  return sends_changed_.wait_for(lock, timeout_, [this] { return failure_ || sends_.empty(); });
}

void MpiProcess::keep(std::shared_ptr<void> memory) {
  const std::scoped_lock lock(mutex_);
  kept_.push_back(std::move(memory));
}

void MpiProcess::join(MpiMember& member) {
  const std::scoped_lock lock(mutex_);
  members_.insert(&member);
}

void MpiProcess::leave(MpiMember& member) {
  const std::scoped_lock lock(mutex_);
  members_.erase(&member);
}

void MpiProcess::abort(const std::string& reason) {
  std::fprintf(stderr, "rank %d of %d ends the program: %s\n", api_.rank(world_), api_.size(world_),
               reason.c_str());
  std::fflush(stderr);
  api_.abort(1);
  _exit(1);
}

void MpiProcess::at_exit() {
  if (getpid() == the_process->process_id_) the_process->end();
}

void MpiProcess::announce_ends() {
  std::set<MpiMember*> members;
  {
    const std::scoped_lock lock(mutex_);
    members = members_;
  }
  for (MpiMember* each : members) each->announce_end();
  const std::string what = "the end of the program";
  if (!finish_sends()) fail(what, "messages were not received within " + duration_text(timeout_));
}

// MPI_Finalize waits for all ranks, and mpirun 4.1 may not end if one of them fails meanwhile: it
// is called when all ranks have come this far. There is no timeout, since a rank may still be
// saving.
void MpiProcess::wait_for_ends() {
  const std::string what = "the end of the program";
  std::list<NgraphMpiRequest*> expected;
  check(call(what,
             [&](const NgraphMpiApi& api) {
               int error = 0;
               for (int other = 0; other < api.size(world_) && error == 0; ++other) {
                 if (other == api.rank(world_)) continue;
                 begin_send(world_, {}, other, mpi_tag::finished);
                 error = api.receive(world_, nullptr, 0, other, mpi_tag::finished,
                                     &expected.emplace_back());
               }
               return error;
             }),
        what);
  while (!expected.empty()) {
    const auto failure = call(what, [&](const NgraphMpiApi& api) {
      std::erase_if(expected, [&](NgraphMpiRequest* each) {
        int done = 0;
        std::int64_t bytes = 0;
        return api.test(each, &done, &bytes) != 0 || done;
      });
      test_sends();
      return failure_of_others();
    });
    if (failure) fail(what, *failure, false);
    if (!expected.empty()) std::this_thread::sleep_for(progress_interval);
  }
}

std::optional<std::string> MpiProcess::failure_of_others() {
  for (int other = 0; other < api_.size(world_); ++other) {
    int found = 0;
    std::int64_t bytes = 0;
    api_.probe(world_, other, mpi_tag::failed, &found, &bytes);
    if (found) return received_text(other, bytes);
  }
  return std::nullopt;
}

// A short message that is already here.
std::string MpiProcess::received_text(int from, std::int64_t bytes) {
  const auto text = std::make_shared<std::string>(static_cast<std::size_t>(bytes), '\0');
  kept_.push_back(text);
  NgraphMpiRequest* request = nullptr;
  int done = 0;
  if (api_.receive(world_, text->data(), bytes, from, mpi_tag::failed, &request) != 0) return {};
  while (!done && api_.test(request, &done, &bytes) == 0) {
  }
  return *text;
}

void MpiProcess::end() {
  if (api_.ended()) return;
  try {
    announce_ends();
    wait_for_ends();
  } catch (const Error&) {  // the failure, which is handled below
  }
  std::unique_lock lock(mutex_);
  ended_ = true;
  const std::optional<std::string> failure = failure_;
  if (!failure_) failure_ = "the program is ending";
  lock.unlock();
  sends_changed_.notify_all();
  if (progress_.joinable()) progress_.join();
  if (failure) {
    std::this_thread::sleep_for(time_to_report);
    abort(*failure);
  }
  if (owner_) api_.finish();
}

}  // namespace ng
