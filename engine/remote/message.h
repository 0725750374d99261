// SPDX-License-Identifier: Apache-2.0
// Messages between a program and the workbench, as plain structs, and their frames. The program
// sends Hello first; messages after End are ignored.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/base/tensor.h"
#include "engine/remote/frame.h"
#include "engine/trace/timeline.h"

namespace ng::remote {

inline constexpr int protocol_version = 2;

// -- from the program ---------------------------------------------------------------------------

struct Hello {
  int protocol = protocol_version;
  std::int64_t pid = 0;
  std::string program;  // "train.py"
  std::vector<std::string> arguments;
  std::string version;  // of the package
};

// A document of all computations so far, with the files of its large arrays: names without a
// folder, the document first.
struct GraphFiles {
  std::vector<std::pair<std::string, std::string>> files;  // name and content
};

struct OpValue {
  OpId op = 0;
  Tensor value;
};

// Values of a scalar result over the calls since the last message; x is the call number, from 1.
struct Points {
  OpId op = 0;
  std::vector<double> x, y;
};

// The newest call of a computation, with the values since the previous message.
struct Called {
  OpId computation = 0;
  std::string name, transformer;
  std::vector<std::string> without;  // disabled passes and rules
  std::int64_t count = 0;            // number of calls so far
  double microseconds = 0;           // of the newest call
  std::vector<OpValue> values;       // small results and watched values
  std::vector<Points> points;
};

// The program stops after a call, or resumes.
struct Stopped {
  bool stopped = false;
  OpId op = 0;  // the breakpoint; 0: stopped on request
};

// Recorded events, in nanoseconds since the link was opened. Names are numbered across messages;
// events of a row do not overlap.
struct Measured {
  struct Event {
    std::uint16_t lane = 0;  // 0: calls and their steps, 1: compilations, i + 1: helper i
    std::uint16_t row = 0;
    std::uint32_t name = 0;
    std::int32_t number = 0;  // call number
    std::int64_t begin = 0, end = 0;
  };
  std::vector<TimelineName> names;  // new names
  std::vector<Event> events;
};

struct End {
  std::string error;  // empty: normal end
};

using Message = std::variant<Hello, GraphFiles, Called, Stopped, Measured, End>;

// -- from the workbench -------------------------------------------------------------------------

struct Command {
  // record and rest: start and stop recording the steps of calls.
  enum class Kind { watch, breakpoints, pause, go_on, step, stop, refuse, record, rest };
  Kind kind = Kind::go_on;
  std::vector<OpId> ops;  // watch, breakpoints: the new complete list
  std::string reason;     // refuse: why the window rejects this program
};
constexpr auto names_of(Command::Kind) {
  return std::to_array<std::string_view>(
      {"watch", "breakpoints", "pause", "go_on", "step", "stop", "refuse", "record", "rest"});
}

Frame to_frame(const Message& message);
Frame to_frame(const Command& command);

// Throw bad_file Errors for invalid messages: unknown kinds, missing fields, sizes that do not
// match the payload.
Message read_message(const Frame& frame);
Command read_command(const Frame& frame);

}  // namespace ng::remote
