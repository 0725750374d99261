// SPDX-License-Identifier: Apache-2.0
// Palette entries for timeline events. Only names and iterations are listed: a timeline can have
// millions of events.
#include <algorithm>

#include "app/window/palette/palette_entries.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// Events summarized synchronously when the palette opens.
constexpr std::size_t mostSummed = 2'000'000;
constexpr std::size_t mostIterations = 200'000;

PaletteEntry entryOf(const QString& title, const QString& detail, const TimelineEvent& event) {
  PaletteEntry entry;
  entry.kind = PaletteEntry::Kind::event;
  entry.title = title;
  entry.detail = detail + QString::fromUtf8(" · ") +
                 microsecondText(static_cast<double>(event.end - event.begin) / 1e3);
  entry.range = {static_cast<double>(event.begin) * 1e-9, static_cast<double>(event.end) * 1e-9};
  return entry;
}

bool isIteration(const TimelineName& name) {
  return name.text == "iteration";
}

void addIterations(std::vector<PaletteEntry>& all, const Timeline& timeline) {
  std::size_t added = 0;
  for (const TimelineLane& lane : timeline.lanes())
    for (const EventRow& row : lane.rows)
      for (std::size_t i = 0; i < row.size(); ++i) {
        const TimelineEvent event = row[i];
        if (event.number < 0 || !isIteration(timeline.names()[event.name])) continue;
        if (++added > mostIterations) return;
        all.push_back(
            entryOf(QObject::tr("iteration %1").arg(event.number), QObject::tr("timeline"), event));
      }
}

}  // namespace

void addEvents(std::vector<PaletteEntry>& all, const Timeline& timeline) {
  if (timeline.empty() || timeline.size() > mostSummed) return;
  for (const EventStatistics& sum : statistics(timeline, timeline.begin(), timeline.end())) {
    const TimelineName& name = timeline.names()[sum.name];
    const TimelineEvent longest = timeline.event(sum.longest);
    const QString kind = QString::fromStdString(name.category);
    if (isIteration(name) && sum.count > 1) {
      all.push_back(
          entryOf(QObject::tr("slowest iteration %1").arg(longest.number), kind, longest));
      continue;
    }
    const QString many =
        sum.count > 1 ? QObject::tr("%1, longest of %2").arg(kind, countText(sum.count)) : kind;
    all.push_back(entryOf(QString::fromStdString(name.text), many, longest));
  }
  addIterations(all, timeline);
}

}  // namespace ng::views
