// SPDX-License-Identifier: Apache-2.0
// The kernel events of one row of the shown run as steps of its program: what they compute and
// move, which memory is in use, and which events produce what an event reads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/analysis/memory_facts.h"
#include "engine/records/records.h"
#include "views/timeline/shown_timelines.h"

namespace ng::views {

// A program, and the memory that it uses.
struct ProgramFacts {
  explicit ProgramFacts(CompilationRecordPtr of);
  CompilationRecordPtr compilation;
  MemoryFacts memory;
  std::int64_t persistent = 0;  // bytes of buffers that are no temporaries
};

class LaneSteps {
 public:
  LaneSteps(TimelinePtr timeline, std::size_t lane, std::size_t row,
            std::shared_ptr<const ProgramFacts> program);

  std::size_t lane() const { return lane_; }
  // False if the timeline has dropped events that were read.
  bool isCurrent() const;
  void readNewEvents(const ShownTimelines& timelines);

  // As of RunSteps, of this row only.
  double flopsUntil(double time) const { return until(&Step::flops, allFlops_, time); }
  double bytesUntil(double time) const { return until(&Step::bytes, allBytes_, time); }
  std::int64_t memoryIn(double from, double to) const;
  std::optional<EventPlace> first(std::int64_t from, std::int64_t to,
                                  const std::function<bool(std::uint32_t name)>& wanted) const;
  std::vector<EventPlace> producers(const EventPlace& event) const;
  std::vector<EventPlace> consumers(const EventPlace& event) const;

 private:
  struct Step {
    std::uint32_t event = 0;      // in the row
    int step = 0;                 // of the program
    double flops = 0, bytes = 0;  // of all steps before this one
  };
  void add(std::size_t event, const KernelRecord& kernel);
  const EventRow& row() const { return timeline_->lanes()[lane_].rows[row_]; }
  std::int64_t aliveAt(int step) const;            // bytes of temporaries
  std::size_t firstEndingFrom(double time) const;  // index into steps_
  double until(double Step::* amount, double all, double time) const;
  std::optional<std::size_t> find(const EventPlace& event) const;
  // The step of the program in the iteration of steps_[at], looking back or ahead.
  std::optional<EventPlace> near(std::size_t at, int step, int direction) const;

  static constexpr std::size_t block = 64;  // steps per maximum

  TimelinePtr timeline_;
  std::size_t lane_, row_, read_ = 0;
  std::shared_ptr<const ProgramFacts> program_;
  std::int64_t firstBegin_;
  std::vector<Step> steps_;
  std::vector<std::int64_t> mostAlive_;  // of each block of steps
  double allFlops_ = 0, allBytes_ = 0;
};

}  // namespace ng::views
