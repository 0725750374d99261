// SPDX-License-Identifier: Apache-2.0
// Streams, events and graphs. Work is kept in its stream until something waits for it, so that a
// program that does not wait reads old values.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ng::emulator {

struct Stream;

// Results are those of the driver; the first failing one ends all later work of the context.
using Work = std::function<int()>;

struct Event {
  Stream* stream = nullptr;    // of the last record; null: never recorded
  std::uint64_t position = 0;  // in the stream's work
  double seconds = 0;          // when it was reached
};

struct Graph {
  std::vector<Work> work;
};

struct Stream {
  int device = 0;
  std::deque<Work> work;
  std::uint64_t done = 0, added = 0;
  std::shared_ptr<Graph> capturing;  // work is recorded instead
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

  int finish(Stream* stream, std::uint64_t position = ~std::uint64_t{0});
  int finish_all();
  bool is_capturing() const;
  // The fault that ended the work of all streams; 0: none.
  int failed = 0;

 private:
  std::vector<std::unique_ptr<Stream>> streams_;
};

}  // namespace ng::emulator
