// SPDX-License-Identifier: Apache-2.0
// The kernel events of the shown run as steps of its program, of all ranks that run it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "views/timeline/lane_steps.h"

namespace ng::views {

class RunSteps {
 public:
  // Reads new events only, or all for another timeline or compilation. Without a compilation there
  // are no steps.
  void follow(const ShownTimelines& timelines, const CompilationRecordPtr& compilation);
  bool empty() const { return lanes_.empty(); }

  // Until `time`, in nanoseconds; an event counts in proportion to its part before it.
  double flopsUntil(double time) const;
  double bytesUntil(double time) const;
  // Bytes of all buffers that are in use at some time from `from` to `to`.
  std::int64_t memoryIn(double from, double to) const;

  // The first event of such a name that begins between two times; looks at some thousands only.
  std::optional<EventPlace> first(std::int64_t from, std::int64_t to,
                                  const std::function<bool(std::uint32_t name)>& wanted) const;

  // Events of the same iteration that compute what `event` reads, or that read what it computes.
  std::vector<EventPlace> producers(const EventPlace& event) const;
  std::vector<EventPlace> consumers(const EventPlace& event) const;

 private:
  void findLanes(const ShownTimelines& timelines);

  TimelinePtr timeline_;
  std::shared_ptr<const ProgramFacts> program_;
  std::vector<LaneSteps> lanes_;
};

}  // namespace ng::views
