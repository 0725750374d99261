// SPDX-License-Identifier: Apache-2.0
// Streams, events and the capture of graphs. Work is kept in its stream until something waits for
// it, so that a program that does not wait reads old values.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "tests/emulator/graph.h"

namespace ng::emulator {

struct Stream;

struct Event {
  bool timed = true;
  Stream* stream = nullptr;      // of the last record; null: never recorded
  std::uint64_t position = 0;    // in the stream's work
  double seconds = 0;            // when it was reached
  std::shared_ptr<Graph> graph;  // if the record was captured: then `nodes` come before it
  Nodes nodes;
};

struct Stream {
  int device = 0;
  std::deque<Work> work;
  std::uint64_t done = 0, added = 0;
  std::shared_ptr<Graph> capturing;  // work is recorded instead
  Nodes ends;                        // captured work that the next one follows
  bool begun = false;                // the capture began here, by `capturer`
  std::thread::id capturer;
};

class Streams {
 public:
  static Streams& all();

  Stream* create(int device);
  bool destroy(Stream* stream);
  bool exists(const Stream* stream) const;
  // Runs it now if `stream` is the default stream (null), after all other work.
  int add(Stream* stream, Work work);
  int record(Event* event, Stream* stream);
  int wait(Stream* stream, Event* event);

  int begin_capture(Stream* stream);
  // Fails if a stream that joined the capture by an event does not end before `stream` does.
  int end_capture(Stream* stream, std::shared_ptr<Graph>& graph);

  // `blocked`: the next piece of work waits for another device.
  int finish(Stream* stream, std::uint64_t position = ~std::uint64_t{0});
  int finish_all();
  // not_ready until the work has run: while it is held, and once more after it was not.
  int query(Stream* stream);
  bool is_capturing() const;  // a capture that this thread began
  // The fault that ended the work of all streams; 0: none.
  int failed = 0;
  // Kernels do not end: what waits for them fails, with a complaint.
  bool held = false;

 private:
  int wait_captured(Stream* stream, const Event& event);
  std::vector<std::unique_ptr<Stream>> streams_;
};

}  // namespace ng::emulator
