// SPDX-License-Identifier: Apache-2.0
// The kernel events of the shown run as steps of its program: what they compute and move, which
// memory is in use, and which events produce what an event reads.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/analysis/memory_facts.h"
#include "views/timeline/shown_timelines.h"

namespace ng::views {

class RunSteps {
 public:
  // Reads new events only, or all for another timeline or compilation. Without a compilation there
  // are no steps.
  void follow(const ShownTimelines& timelines, const CompilationRecordPtr& compilation);
  bool empty() const { return steps_.empty(); }

  // Until `time`, in nanoseconds; an event counts in proportion to its part before it.
  double flopsUntil(double time) const { return until(flops_, time); }
  double bytesUntil(double time) const { return until(bytes_, time); }
  // Bytes of all buffers that are in use at some time from `from` to `to`.
  std::int64_t memoryIn(double from, double to) const;

  // The first event of such a name that begins between two times; looks at some thousands only.
  std::optional<EventPlace> first(std::int64_t from, std::int64_t to,
                                  const std::function<bool(std::uint32_t name)>& wanted) const;

  // Events of the same iteration that compute what `event` reads, or that read what it computes.
  std::vector<EventPlace> producers(const EventPlace& event) const;
  std::vector<EventPlace> consumers(const EventPlace& event) const;

 private:
  struct Step {
    std::uint32_t event = 0;      // in the row
    int step = 0;                 // of the program
    double flops = 0, bytes = 0;  // of all steps before this one
  };
  void clear();
  bool findRow(const ShownTimelines& timelines);
  void add(const EventRow& row, std::size_t event, const KernelRecord& kernel);
  const EventRow& row() const;
  std::size_t firstEndingFrom(double time) const;  // index into steps_
  double until(double Step::* amount, double time) const;
  std::optional<std::size_t> find(const EventPlace& event) const;
  // The step of the program in the iteration of steps_[at], looking back or ahead.
  std::optional<EventPlace> near(std::size_t at, int step, int direction) const;

  static constexpr double Step::* flops_ = &Step::flops;
  static constexpr double Step::* bytes_ = &Step::bytes;
  static constexpr std::size_t block = 64;  // steps per maximum

  TimelinePtr timeline_;
  CompilationRecordPtr compilation_;
  MemoryFacts facts_;
  std::int64_t persistent_ = 0;  // bytes of buffers that are no temporaries
  std::size_t lane_ = 0, row_ = 0, read_ = 0;
  std::int64_t firstBegin_ = 0;
  std::vector<Step> steps_;
  std::vector<std::int64_t> mostAlive_;  // of each block of steps
  double allFlops_ = 0, allBytes_ = 0;
};

}  // namespace ng::views
