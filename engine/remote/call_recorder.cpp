// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/call_recorder.h"

#include <algorithm>
#include <utility>

#include "engine/runtime/thread_pool.h"
#include "engine/session/compilation.h"
#include "engine/session/compile.h"

namespace ng::remote {
namespace {

constexpr std::size_t most_events = 100'000;  // limit of unsent events; drops the oldest half
constexpr std::size_t most_names = 50'000;    // further names share one entry
enum Lane : std::uint16_t { calls, compilations, helpers };

std::int64_t nanoseconds(double microseconds) {
  return static_cast<std::int64_t>(microseconds * 1e3);
}

}  // namespace

std::int64_t CallRecorder::now() const {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - base_).count();
}

std::uint32_t CallRecorder::name(const std::string& text, const std::string& category,
                                 const std::string& detail) {
  const bool full = known_.size() >= most_names;
  const auto next = static_cast<std::uint32_t>(known_.size());
  const auto [found, fresh] = known_.try_emplace(
      full ? std::pair<std::string, std::string>("(other names)", "") : std::pair(text, category),
      next);
  if (fresh) new_.names.push_back({found->first.first, found->first.second, full ? "" : detail});
  return found->second;
}

void CallRecorder::add(const Measured::Event& event) {
  std::vector<Measured::Event>& events = new_.events;
  if (events.size() >= most_events) events.erase(events.begin(), events.begin() + most_events / 2);
  events.push_back(event);
}

void CallRecorder::record(bool on) {
  recording_ = on;
  ThreadPool::shared().note_turns(on);
  if (!on) ThreadPool::shared().take_turns();
}

// Passes are placed one after the other, since their start times are not recorded.
void CallRecorder::compiled(const Computation& computation, const std::string& name) {
  const Compilation& compilation = computation.compilation();
  const std::int64_t end = now();
  const std::int64_t begin =
      std::max(compiled_until_, end - nanoseconds(compilation.compile_ms * 1e3));
  std::int64_t at = begin;
  const auto stage = [&](const std::string& text, const std::string& detail, std::int64_t length) {
    const std::int64_t until = std::min(end, at + length);
    if (until > at) add({compilations, 1, this->name(text, "pass", detail), -1, at, until});
    at = until;
  };
  for (const PassResult& pass : compilation.passes) {
    stage(std::string(pass.pass->name), std::string(pass.pass->sentence),
          nanoseconds(pass.microseconds));
  }
  stage("build kernels", {}, end - at);
  add({compilations, 0, this->name("compile " + name, "compile"), -1, begin, end});
  compiled_until_ = end;
}

bool CallRecorder::begin(const Computation&) {
  const std::thread::id here = std::this_thread::get_id();
  if (!recording_ || (calling_ && calling_ != here)) return false;  // here: a failed call
  calling_ = here;
  call_begin_ = mark_ = now();
  steps_.clear();
  return true;
}

void CallRecorder::stepped(const Computation& computation, std::size_t step) {
  if (calling_ != std::this_thread::get_id()) return;
  const Step& done = computation.compilation().program.steps[step];
  const std::int64_t end = now();
  steps_.push_back({calls, 1, name(done.name, "step"), 0, mark_, end});
  mark_ = end;
}

void CallRecorder::end(const Computation&, const std::string& name, std::int64_t call) {
  if (calling_ != std::this_thread::get_id()) return;
  calling_.reset();
  const auto number = static_cast<std::int32_t>(call);
  for (Measured::Event& step : steps_) {
    step.number = number;
    add(step);
  }
  add({calls, 0, this->name(name, "call"), number, call_begin_, now()});
  add_turns(number);
}

// Attributes the work of pool helpers to the step that ran at that time.
void CallRecorder::add_turns(std::int32_t call) {
  for (const ThreadPool::Turn& turn : ThreadPool::shared().take_turns()) {
    const auto since = [this](Clock::time_point at) {
      return std::chrono::duration_cast<std::chrono::nanoseconds>(at - base_).count();
    };
    const std::int64_t begin = since(turn.begin);
    const auto after = std::upper_bound(
        steps_.begin(), steps_.end(), begin,
        [](std::int64_t time, const Measured::Event& step) { return time < step.begin; });
    if (after == steps_.begin() || std::prev(after)->end < begin) continue;
    const auto lane = static_cast<std::uint16_t>(helpers + turn.thread - 1);
    add({lane, 0, std::prev(after)->name, call, begin, since(turn.end)});
  }
}

std::optional<Measured> CallRecorder::take() {
  if (new_.events.empty() && new_.names.empty()) return std::nullopt;
  return std::exchange(new_, {});
}

}  // namespace ng::remote
