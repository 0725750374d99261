// SPDX-License-Identifier: Apache-2.0
#include "app/link/peer_timeline.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ng::views {
namespace {

constexpr std::size_t mostCalls = 10;

// When the last calls begin, in µs.
double beginOf(const std::vector<OnnxRuntimeEvent>& events) {
  std::vector<double> calls;
  for (const OnnxRuntimeEvent& event : events)
    if (event.type.empty()) calls.push_back(event.begin);
  std::sort(calls.begin(), calls.end());
  return calls.empty() ? 0 : calls[calls.size() - std::min(calls.size(), mostCalls)];
}

std::int64_t nanoseconds(double microseconds) {
  return static_cast<std::int64_t>(microseconds * 1000);
}

// Named by the first node of the model's file that it computes; the others are its detail.
std::uint32_t nameOf(const PeerNode& node, Timeline& timeline) {
  std::string detail = node.type;
  for (std::size_t i = 1; i < node.nodes.size(); ++i)
    detail += (i > 1 ? ", " : " with ") + node.nodes[i];
  return timeline.name(node.nodes.empty() ? node.name : node.nodes.front(), "node", detail);
}

}  // namespace

Timeline peerTimeline(const OnnxRuntimeProfile& profile) {
  Timeline timeline;
  timeline.title = profile.record.program + " " + profile.record.version;
  const double first = beginOf(profile.events);
  std::vector<TimelineEvent> events;
  std::map<std::string, std::uint32_t> names;
  for (const PeerNode& node : profile.record.nodes)
    names.emplace(node.name, nameOf(node, timeline));
  const std::uint32_t call = timeline.name("call", "call of another program");
  for (const OnnxRuntimeEvent& each : profile.events) {
    if (each.begin < first || (!each.type.empty() && !names.contains(each.name))) continue;
    TimelineEvent event;
    event.name = each.type.empty() ? call : names.at(each.name);
    event.begin = nanoseconds(each.begin - first);
    event.end = event.begin + nanoseconds(each.microseconds);
    events.push_back(event);
  }
  timeline.nest(timeline.lane("calls"), std::move(events));
  return timeline;
}

}  // namespace ng::views
