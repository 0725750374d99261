// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/range_of_run.h"

#include <algorithm>
#include <cmath>

#include "engine/records/compilation_record.h"

namespace ng::views {
namespace {

std::int64_t nanoseconds(double seconds) {
  return std::llround(seconds * 1e9);
}

// A step of the program in one call, by its number. Steps that run once are in no later call.
struct TimedStep {
  int number;
  TimelineEvent event;
};

// The calls of a run, and their steps.
class Calls {
 public:
  explicit Calls(const Timeline& timeline) : timeline_(timeline) {
    for (const TimelineLane& lane : timeline.lanes())
      for (std::size_t row = 0; row < lane.rows.size(); ++row) {
        if (!holdsCalls(lane.rows[row])) continue;
        row_ = &lane.rows[row];
        steps_ = row + 1 < lane.rows.size() ? &lane.rows[row + 1] : nullptr;
        return;
      }
  }

  bool any() const { return row_ != nullptr && first() < row_->size(); }

  bool isCall(std::size_t i) const { return category(*row_, i) == "call"; }
  TimelineEvent operator[](std::size_t i) const { return (*row_)[i]; }
  std::size_t first() const { return next(0); }
  std::size_t next(std::size_t from) const {
    while (from < row_->size() && !isCall(from)) ++from;
    return from;
  }
  std::size_t last() const {
    std::size_t i = row_->size();
    while (i > 0 && !isCall(i - 1)) --i;
    return i - 1;
  }
  // The first call that ends after `time`; the row's size if there is none.
  std::size_t endingAfter(std::int64_t time) const {
    return next(row_->first_ending_from(time + 1));
  }
  std::size_t numbered(std::int64_t number) const {
    std::size_t low = 0, high = row_->size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if ((*row_)[middle].number < number)
        low = middle + 1;
      else
        high = middle;
    }
    return next(low);
  }
  std::size_t size() const { return row_->size(); }

  // Those of `program` in the call, in order.
  std::vector<TimedStep> steps(const std::vector<StepRecord>& program,
                               const TimelineEvent& call) const {
    std::vector<TimedStep> found;
    if (!steps_) return found;
    std::size_t from = 0;
    for (std::size_t i = steps_->first_beginning_from(call.begin);
         i < steps_->size() && steps_->begin(i) < call.end; ++i) {
      const std::size_t number = nextStepOf(program, timeline_.names()[steps_->name(i)].text, from);
      if (number == program.size()) continue;
      found.push_back({static_cast<int>(number), (*steps_)[i]});
      from = number + 1;
    }
    return found;
  }

 private:
  bool holdsCalls(const EventRow& row) const {
    for (std::size_t i = 0; i < std::min<std::size_t>(row.size(), 8); ++i)
      if (category(row, i) == "call" && row[i].number > 0) return true;
    return false;
  }
  const std::string& category(const EventRow& row, std::size_t i) const {
    return timeline_.names()[row.name(i)].category;
  }

  const Timeline& timeline_;
  const EventRow* row_ = nullptr;
  const EventRow* steps_ = nullptr;
};

double part(std::int64_t time, const TimelineEvent& of) {
  const double length = static_cast<double>(std::max<std::int64_t>(1, of.end - of.begin));
  return std::clamp(static_cast<double>(time - of.begin) / length, 0.0, 1.0);
}

double iterationAt(const Calls& calls, std::int64_t time) {
  const std::size_t i = calls.endingAfter(time);
  if (i >= calls.size()) return static_cast<double>(calls[calls.last()].number);
  return calls[i].number - 1 + part(time, calls[i]);
}

std::int64_t timeAt(const Calls& calls, double iteration) {
  const std::size_t i = calls.numbered(static_cast<std::int64_t>(std::floor(iteration)) + 1);
  if (i >= calls.size()) return calls[calls.last()].end;
  const TimelineEvent call = calls[i];
  const double fraction = std::clamp(iteration - (call.number - 1), 0.0, 1.0);
  return call.begin + std::llround(fraction * static_cast<double>(call.end - call.begin));
}

// The program step at `time`, and its part: that of the first step before it, and after the last
// step the number that follows. There are steps.
double stepAt(const std::vector<TimedStep>& steps, std::int64_t time) {
  for (const TimedStep& step : steps)
    if (time < step.event.end) return step.number + part(time, step.event);
  return steps.back().number + 1;
}

std::int64_t timeOfStep(const std::vector<TimedStep>& steps, double at) {
  for (const TimedStep& step : steps) {
    if (at >= step.number + 1) continue;
    const double length = static_cast<double>(step.event.end - step.event.begin);
    return step.event.begin + std::llround(std::max(0.0, at - step.number) * length);
  }
  return steps.back().event.end;
}

TimeRange rangeOf(std::int64_t from, std::int64_t to) {
  return {static_cast<double>(from) * 1e-9, static_cast<double>(to) * 1e-9};
}

}  // namespace

std::size_t nextStepOf(const std::vector<StepRecord>& program, const std::string& kernel,
                       std::size_t from) {
  while (from < program.size() && program[from].kernel != kernel) ++from;
  return from;
}

std::optional<Span> iterationsIn(const Timeline& timeline, const TimeRange& range) {
  const Calls calls(timeline);
  if (!calls.any()) return std::nullopt;
  const std::int64_t from = nanoseconds(range.from), to = nanoseconds(range.to);
  if (to <= calls[calls.first()].begin || from >= calls[calls.last()].end) return std::nullopt;
  return Span{iterationAt(calls, from), iterationAt(calls, to)};
}

std::optional<TimeRange> timeOfIterations(const Timeline& timeline, const Span& iterations) {
  const Calls calls(timeline);
  if (!calls.any()) return std::nullopt;
  const std::int64_t from = timeAt(calls, iterations.first), to = timeAt(calls, iterations.second);
  return from < to ? std::optional(rangeOf(from, to)) : std::nullopt;
}

std::vector<Span> stepsIn(const Timeline& timeline, const std::vector<StepRecord>& program,
                          const TimeRange& range) {
  const Calls calls(timeline);
  std::vector<Span> spans;
  if (!calls.any()) return spans;
  const std::int64_t from = nanoseconds(range.from), to = nanoseconds(range.to);
  int seen = 0;
  for (std::size_t i = calls.endingAfter(from); i < calls.size() && calls[i].begin < to;
       i = calls.next(i + 1)) {
    const std::vector<TimedStep> steps = calls.steps(program, calls[i]);
    if (steps.empty()) continue;
    const Span span{stepAt(steps, from), stepAt(steps, to)};
    const Span all{steps.front().number, steps.back().number + 1};
    if (span == all || ++seen > 2) return {all};
    if (span.first < span.second) spans.push_back(span);
  }
  return spans;
}

std::optional<TimeRange> timeOfSteps(const Timeline& timeline,
                                     const std::vector<StepRecord>& program, const Span& steps,
                                     const std::optional<TimeRange>& near) {
  const Calls calls(timeline);
  if (!calls.any()) return std::nullopt;
  std::size_t at = near ? calls.endingAfter(nanoseconds(near->from)) : calls.last();
  if (at >= calls.size()) at = calls.last();
  const std::vector<TimedStep> timed = calls.steps(program, calls[at]);
  if (timed.empty()) return std::nullopt;
  const std::int64_t from = timeOfStep(timed, steps.first), to = timeOfStep(timed, steps.second);
  return from < to ? std::optional(rangeOf(from, to)) : std::nullopt;
}

std::set<std::string> kernelsIn(const Timeline& timeline, const CompilationRecord& compilation,
                                const TimeRange& range) {
  const std::int64_t from = nanoseconds(range.from), to = nanoseconds(range.to);
  std::vector<char> left;
  for (const TimelineName& name : timeline.names())
    left.push_back(name.category != "compile" && compilation.kernel(name.text) != nullptr);
  std::set<std::string> found;
  for (const TimelineLane& lane : timeline.lanes())
    for (const EventRow& row : lane.rows)
      for (std::size_t i = row.first_ending_from(from); i < row.size() && row.begin(i) < to; ++i)
        if (left[row.name(i)]) {
          left[row.name(i)] = 0;
          found.insert(timeline.names()[row.name(i)].text);
        }
  return found;
}

}  // namespace ng::views
