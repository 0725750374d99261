// SPDX-License-Identifier: Apache-2.0
// MPI in this process: its lock, its failure, messages that are still being sent, and its end.
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/distributed/mpi/mpi_library.h"

namespace ng {

// A communicator that announces the end of this rank to its group when the process ends.
class MpiMember {
 public:
  virtual ~MpiMember() = default;
  virtual void announce_end() = 0;
};

// One for the process, never destroyed. MPI is called by one thread at a time. After a failure MPI
// is not called again, because transfers may be under way in memory that callers have freed; the
// process ends all ranks when it exits.
class MpiProcess {
 public:
  // Initialises MPI; null with the reason if that is not possible.
  static MpiProcess* start(std::chrono::milliseconds timeout, std::string& reason);

  NgraphMpiGroup* world() const { return world_; }
  std::chrono::milliseconds timeout() const { return timeout_; }
  std::string library() const;

  // Calls `f(api)` under the lock and returns its value; throws if the process has failed or ended.
  template <class F>
  auto call(const std::string& what, const F& f) {
    const std::scoped_lock lock(mutex_);
    // A program that has initialised MPI itself may have ended it.
    if (!failure_ && !owner_ && api_.ended()) failure_ = "MPI has ended in this process";
    if (failure_) refuse_call(what);
    return f(api_);
  }
  // Throws for an error code of MPI.
  void check(int error, const std::string& what);

  // Records the first failure and throws; `announce`: also tells it to all ranks.
  [[noreturn]] void fail(const std::string& what, const std::string& reason, bool announce = true);

  // The failure of this process, or one that another rank has announced; empty: none is known.
  std::string failure();

  // What another rank has announced by `fail`; within `call` only.
  std::optional<std::string> failure_of_others();

  // Sends a copy without waiting: a thread makes progress until it is sent.
  void send(NgraphMpiGroup* group, std::vector<std::byte> message, int to, int tag,
            const std::string& what);
  // Waits until all copies are sent; false after the timeout.
  bool finish_sends();

  // Keeps memory that MPI may still use, for ever.
  void keep(std::shared_ptr<void> memory);

  void join(MpiMember& member);
  void leave(MpiMember& member);

  // Ends the processes of all ranks with exit status 1; the message goes to stderr.
  [[noreturn]] void abort(const std::string& reason);

 private:
  struct Sent {
    std::vector<std::byte> message;
    NgraphMpiRequest* request = nullptr;
  };

  MpiProcess(const NgraphMpiApi& api, std::chrono::milliseconds timeout);
  [[noreturn]] void refuse_call(const std::string& what) const;
  void announce_failure(const std::string& reason);
  int begin_send(NgraphMpiGroup* group, std::vector<std::byte> message, int to, int tag);
  void make_progress();
  void test_sends();
  static void at_exit();
  void end();
  void announce_ends();
  void wait_for_ends();
  std::string received_text(int from, std::int64_t bytes);

  const NgraphMpiApi& api_;
  NgraphMpiGroup* world_ = nullptr;
  std::chrono::milliseconds timeout_;
  bool owner_ = false;
  int process_id_ = 0;  // a forked child must not end MPI

  std::mutex mutex_;
  std::condition_variable sends_changed_;
  std::optional<std::string> failure_;
  bool ended_ = false;
  std::list<Sent> sends_;
  std::thread progress_;
  std::vector<std::shared_ptr<void>> kept_;
  std::set<MpiMember*> members_;
};

// Tags of messages of the communicators themselves; those of callers begin at first_user_tag.
namespace mpi_tag {
enum : int { header, part, ended, failed, finished, first_user = 16 };
}

}  // namespace ng
