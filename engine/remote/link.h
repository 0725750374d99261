// SPDX-License-Identifier: Apache-2.0
// The link from a program to the workbench: observes its computations, sends changes about 60 times
// per second, and stops the program at the window's request. The program's threads never wait for
// the socket, which is served by the link's own thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "engine/remote/call_recorder.h"
#include "engine/remote/message.h"
#include "engine/remote/socket.h"
#include "engine/session/observer.h"

namespace ng {
struct DocumentModel;
}

namespace ng::remote {

class Link : public Observer {
 public:
  // Connects and observes from then on. Throws an unavailable Error if nobody listens at `socket`.
  Link(const std::string& socket, Hello hello);
  ~Link() override;  // sends End without an error unless end() was called

  // Called repeatedly while the program is stopped, on the stopped thread. An exception ends the
  // call, which lets Ctrl-C through. If unset, the thread sleeps.
  std::function<void()> idle;
  // Called on the link's thread when the window stops the program; by default raises SIGINT.
  std::function<void()> interrupt;

  // The program assigns this op to a variable, whose name the window shows if the op has none of
  // its own.
  void variable(OpId op, const std::string& name);
  void end(const std::string& error);  // sends what is pending, for at most two seconds
  bool alive() const { return alive_.load(); }
  std::string refusal() const;  // why the window rejects this program; empty: accepted

  void added(const Computation& computation) override;
  void closing(const Transformer& transformer) override;
  void before(const Computation& computation) override;
  void after(const Computation& computation, double microseconds) override;
  bool wants_steps(const Computation& computation) override;
  void stepped(const Computation& computation, std::size_t step) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Known {  // a computation of the program
    Op node;
    Called called;                 // the newest call, with points since the last message
    bool fresh = false;            // not sent yet
    std::set<OpId> ops;            // ops that it computes, for breakpoints
    std::vector<int> scalars;      // indices of scalar results
    Computation stale;             // called since its values were last read
    Computation watching;          // program that stores watched ops that fusion would eliminate
    std::vector<OpId> stored;      // in the order of watching.watched()
    std::uint64_t generation = 0;  // watch_generation_ for which it was compiled
    std::uint64_t used = 0;        // the number of its last use, of all computations
    std::vector<OpValue> watched;  // values of the current call
  };

  // Called with the lock held.
  Known& known(const Computation& computation);
  void forgetUnused();
  void sendGraph(bool now);
  GraphFiles graphFiles();
  void nameByVariables(DocumentModel& model) const;
  void addPoints(Known& known, const Computation& computation);
  void readValues(Known& known, const Computation& computation);
  void collectStale(const Transformer* transformer);  // null: all
  void chooseWatching(Known& known, const Computation& computation);
  void computeWatched(Known& known, const Computation& computation);
  bool samplingIsDue() const;
  OpId breakpointIn(const Known& known) const;
  void stop_here(std::unique_lock<std::mutex>& lock, OpId at);

  void work();  // main function of the link's thread
  bool sendAll();
  void queue(const Message& message);  // with the lock held
  void obey(const Command& command);
  void hear(FrameReader& reader, const std::string& bytes);
  void leaveHeard(FrameReader& reader);
  void leave();

  Socket socket_;
  const Hello hello_;
  std::atomic<bool> alive_ = true;

  mutable std::mutex mutex_;  // guards all members below except the thread
  std::condition_variable changed_;
  std::map<OpId, Known> computations_;  // by node id
  std::uint64_t uses_ = 0;
  std::map<OpId, std::string> variables_;  // by op
  std::optional<GraphFiles> graph_;        // to be sent
  bool graph_due_ = false;
  Clock::time_point graph_sent_{};
  std::vector<std::string> rest_;  // frames to send after graph and calls, in order
  bool notified_ = false;          // the thread has been notified of pending data
  CallRecorder recorder_;
  std::set<OpId> watched_, breakpoints_;
  std::uint64_t watch_generation_ = 1;
  bool stopping_ = false;  // at the end of the next call
  bool stopped_ = false;
  bool over_ = false;
  std::string refusal_;
  Clock::time_point sampled_{};
  Clock::duration sampling_{};  // duration of the last sampling

  std::thread thread_;
};

}  // namespace ng::remote
