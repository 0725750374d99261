// SPDX-License-Identifier: Apache-2.0
// The query language for the events of a timeline: that for ops (engine/records/search/op_query.h)
// with other fields.
//
//   k3 engine                  both words, in any of name, kind and lane
//   name:k3  kind:step  lane:"pool 1"  detail:a_W  pass:fuse
//   kernel:k3  op:dot          events of a kernel; of the kernel that computes an op, by its name
//                              or kind
//   us>10  time>=1.5ms         length, in µs unless another unit is written
//   start>2ms                  time since the beginning of the timeline
//   iteration=5  iteration:5..9  us:10..20     one number, or a range with both ends
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/timeline.h"

namespace ng {

class EventQuery {
 public:
  EventQuery() = default;  // matches every event
  // Throws a value Error for a syntax error, like OpQuery.
  explicit EventQuery(std::string_view text);

  bool empty() const { return text_.empty(); }
  // The test of this timeline's events; empty if all match. It knows only the names and lanes that
  // the timeline has now. The compilation (may be null) knows kernels and their ops.
  EventTest on(const Timeline& timeline, const CompilationRecord* compilation) const;

 private:
  std::string text_;
};

// The events of a time range that match, lane by lane, row by row.
std::vector<EventPlace> find_events(const Timeline& timeline, const EventTest& test,
                                    std::int64_t from, std::int64_t to);

// Beginnings of words that name a field, to complete: "name:", "us>", "iteration=".
std::vector<std::string> event_query_fields();

// Explains a search without matches: names a word before a colon or comparison that is not a field,
// and lists the fields. Empty if all are fields.
std::string unknown_event_field(std::string_view search);

}  // namespace ng
