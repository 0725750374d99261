// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace.h"

#include <cstdio>

#include "app/cli/json.h"
#include "engine/base/atomic_file.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostEvents = 1'000'000;
enum Row { compileRow = 1, callRow = 2, stepRow = 3 };

}  // namespace

Trace::Trace(const CompilationRecord& record) : steps_(record.steps) {
  for (const PassRecord& pass : record.passes) {
    add({pass.name, "compile", compileRow, runBegin_, pass.microseconds, 0, pass.sentence});
    runBegin_ += pass.microseconds;
  }
}

double Trace::sinceBegin(Clock::time_point at) const {
  return runBegin_ + std::chrono::duration<double, std::micro>(at - begin_).count();
}

void Trace::add(Event event) {
  if (events_.size() < mostEvents) {
    events_.push_back(std::move(event));
  } else if (!full_) {
    full_ = true;
    std::fprintf(stderr, "ngraph: note: the trace ends after %zu events\n", mostEvents);
  }
}

void Trace::addStep(std::size_t step, std::int64_t call, Clock::time_point start,
                    Clock::time_point end) {
  const StepRecord& record = steps_.at(step);
  const double at = sinceBegin(start);
  add({record.kernel, "step", stepRow, at, sinceBegin(end) - at, call, record.text});
}

void Trace::addCall(std::int64_t call, Clock::time_point start, Clock::time_point end) {
  const double at = sinceBegin(start);
  add({"call " + std::to_string(call), "call", callRow, at, sinceBegin(end) - at, call, ""});
}

void Trace::write(const std::string& path) const {
  Json events = Json::array();
  const std::pair<Row, const char*> rows[] = {
      {compileRow, "compile"}, {callRow, "calls"}, {stepRow, "steps"}};
  for (const auto& [row, name] : rows) {
    events.push_back({{"name", "thread_name"},
                      {"ph", "M"},
                      {"pid", 1},
                      {"tid", static_cast<int>(row)},
                      {"args", {{"name", name}}}});
  }
  for (const Event& event : events_) {
    Json args;
    if (event.call) args["call"] = event.call;
    if (!event.detail.empty()) args["detail"] = event.detail;
    events.push_back({{"name", event.name},
                      {"cat", event.category},
                      {"ph", "X"},
                      {"pid", 1},
                      {"tid", event.row},
                      {"ts", event.start},
                      {"dur", event.duration},
                      {"args", args.is_null() ? Json::object() : args}});
  }
  write_file(path, Json{{"traceEvents", events}, {"displayTimeUnit", "ns"}}.dump() + "\n");
}

}  // namespace ng::cli
