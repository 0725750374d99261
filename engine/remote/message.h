// SPDX-License-Identifier: Apache-2.0
// What a program and the workbench tell each other, as plain structs, and their frames. The program
// speaks first, with Hello; what it says after End is not heard.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/remote/frame.h"
#include "engine/session/record.h"
#include "engine/session/timeline.h"

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
  OpKey op = 0;
  Tensor value;
};

// Values of a scalar result over the calls since the last message; x counts calls from 1.
struct Points {
  OpKey op = 0;
  std::vector<double> x, y;
};

// The newest call of a computation, and what happened since the one that was told before it.
struct Called {
  OpKey computation = 0;
  std::string name, transformer;
  std::vector<std::string> without;  // passes and rules that it was compiled without
  std::int64_t count = 0;       // calls so far
  double microseconds = 0;      // of the newest
  std::vector<OpValue> values;  // small results, and what is watched
  std::vector<Points> points;
};

// The program stands still after a call, or goes on.
struct Halted {
  bool halted = false;
  OpKey op = 0;  // the breakpoint that it stands at; 0: it was asked to
};

// What happened when, in nanoseconds since the program was linked. Names are numbered over all
// messages; events of a row follow each other.
struct Measured {
  struct Event {
    std::uint16_t lane = 0;  // 0: calls and their steps, 1: compilations, i + 1: helper i
    std::uint16_t row = 0;
    std::uint32_t name = 0;
    std::int32_t number = 0;  // of the call
    std::int64_t begin = 0, end = 0;
  };
  std::vector<TimelineName> names;  // new ones
  std::vector<Event> events;
};

struct End {
  std::string error;  // empty: it ended by itself
};

using Message = std::variant<Hello, GraphFiles, Called, Halted, Measured, End>;

// -- from the workbench -------------------------------------------------------------------------

struct Command {
  // record and rest: calls are measured step by step from now on, or no longer.
  enum class Kind { watch, breakpoints, pause, go_on, step, stop, refuse, record, rest };
  Kind kind = Kind::go_on;
  std::vector<OpKey> ops;  // of watch and breakpoints: all of them from now on
  std::string reason;      // of refuse: why the window does not show this program
};

Frame to_frame(const Message& message);
Frame to_frame(const Command& command);

// bad_file Errors for what is no such message: unknown kinds, missing fields, sizes that disagree
// with the bytes that follow.
Message read_message(const Frame& frame);
Command read_command(const Frame& frame);

}  // namespace ng::remote
