// SPDX-License-Identifier: Apache-2.0
// The link from a program to the workbench: looks on at its computations, tells the window what is
// new about sixty times a second, and halts the program where the window asks for it. The program's
// own threads never wait for the socket: a thread of the link speaks and listens.
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

namespace ng::remote {

class Link : public Observer {
 public:
  // unavailable Error when nobody listens at `socket`. Looks on from now on.
  Link(const std::string& socket, Hello hello);
  ~Link() override;  // says End without an error, unless end() was called

  // Waits for a moment while the program is halted, on its own thread. It may throw, and the call
  // ends with that: how Ctrl-C gets through. Without one the thread just sleeps.
  std::function<void()> idle;
  // Called on the link's thread when the window stops the program: an interrupt unless set.
  std::function<void()> interrupt;

  void end(const std::string& error);  // what is left is sent, for two seconds at most
  bool alive() const { return alive_.load(); }
  std::string refusal() const;  // why the window does not show this program; empty: it does

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
    Called called;                 // the newest, with points since the last that was sent
    bool fresh = false;            // not sent yet
    std::set<OpKey> ops;           // that it computes, for breakpoints
    std::vector<int> scalars;      // places of results that are one number
    Computation stale;             // called since its values were read last
    Computation watching;          // stores what is watched and fusion would swallow
    std::vector<OpKey> stored;     // in the order of watching.watched()
    std::uint64_t generation = 0;  // of the watches that it was made for
    std::vector<OpValue> watched;  // values of the call that is under way
  };

  // All with the lock held.
  Known& known(const Computation& computation);
  void tellGraph(bool now);
  GraphFiles graphFiles();
  void addPoints(Known& known, const Computation& computation);
  void readValues(Known& known, const Computation& computation);
  void collectStale(const Transformer* transformer);  // null: of all
  void chooseWatching(Known& known, const Computation& computation);
  void computeWatched(Known& known, const Computation& computation);
  bool samplingIsDue() const;
  OpKey breakpointIn(const Known& known) const;
  void halt(std::unique_lock<std::mutex>& lock, OpKey at);

  void work();  // the link's thread
  bool sendAll();
  void queue(const Message& message);  // with the lock held
  void obey(const Command& command);
  void leave();

  Socket socket_;
  const Hello hello_;
  std::atomic<bool> alive_ = true;

  mutable std::mutex mutex_;  // of all below, but the thread
  std::condition_variable changed_;
  std::map<OpKey, Known> computations_;  // by the id of the node
  std::optional<GraphFiles> graph_;      // to be sent
  bool graph_due_ = false;
  Clock::time_point graph_told_{};
  std::vector<std::string> rest_;  // frames to be sent, in order, after graph and calls
  bool told_ = false;              // the thread knows that there is something to send
  CallRecorder recorder_;
  std::set<OpKey> watched_, breakpoints_;
  std::uint64_t watch_generation_ = 1;
  bool halting_ = false;  // at the next call's end
  bool halted_ = false;
  bool over_ = false;
  std::string refusal_;
  Clock::time_point sampled_{};
  Clock::duration sampling_{};  // what it took last

  std::thread thread_;
};

}  // namespace ng::remote
