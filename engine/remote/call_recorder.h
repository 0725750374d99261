// SPDX-License-Identifier: Apache-2.0
// Records the steps of calls and the passes of compilations. Records one call at a time; concurrent
// calls of other threads are ignored. Not thread safe.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include "engine/remote/message.h"
#include "engine/session/transformer.h"

namespace ng::remote {

class CallRecorder {
 public:
  void record(bool on);
  // Call directly after the compilation; `name` is the computation's name in the document.
  void compiled(const Computation& computation, const std::string& name);
  // False: this call is not recorded.
  bool begin(const Computation& computation);
  void stepped(const Computation& computation, std::size_t step);
  void end(const Computation& computation, const std::string& name, std::int64_t call);

  std::optional<Measured> take();  // empty: nothing new

 private:
  using Clock = std::chrono::steady_clock;
  std::int64_t now() const;
  std::uint32_t name(const std::string& text, const std::string& category,
                     const std::string& detail = {});
  void add(const Measured::Event& event);
  void add_turns(std::int32_t call);

  const Clock::time_point base_ = Clock::now();
  Measured new_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> known_;
  bool recording_ = false;
  std::optional<std::thread::id> calling_;  // thread of the recorded call
  std::int64_t call_begin_ = 0, mark_ = 0, compiled_until_ = 0;
  std::vector<Measured::Event> steps_;  // of the current call
};

}  // namespace ng::remote
