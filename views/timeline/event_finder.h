// SPDX-License-Identifier: Apache-2.0
// The query line of the timeline (engine/trace/event_query.h): its field, what is wrong with the
// query, and the matching events.
#pragma once

#include <QObject>

#include "engine/trace/event_query.h"
#include "views/timeline/shown_timelines.h"
#include "views/widgets/completing_edit.h"

namespace ng::views {

// Events that match, sorted by lane, row and event; null: there is no query.
using EventMatches = std::shared_ptr<const std::vector<EventPlace>>;

class EventFinder : public QObject {
  Q_OBJECT

 public:
  explicit EventFinder(QObject* parent);

  CompletingEdit& field() { return *field_; }
  // Empty while the text is invalid: then all events match.
  const EventQuery& query() const { return query_; }
  // "column 4: a number such as 10µs or 1.5ms is expected"; empty: the text is valid.
  const QString& why() const { return why_; }
  // "3 of 40 events", or why there are none; empty without a query.
  QString summary(const Timeline& timeline) const;

  // For completions; null: none.
  void setTimeline(TimelinePtr timeline) { timeline_ = std::move(timeline); }
  void setMatches(EventMatches matches) { matches_ = std::move(matches); }
  const EventMatches& matches() const { return matches_; }
  // The next (1) or previous (-1) match after `time`, or the first or last one.
  std::optional<EventPlace> next(std::int64_t time, int direction) const;

 signals:
  void changed();               // the query
  void stepped(int direction);  // Return, or Shift+Return

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void read(const QString& text);
  Completions complete(const QString& text, int cursor) const;

  CompletingEdit* field_;
  EventQuery query_;
  QString why_;
  TimelinePtr timeline_;
  EventMatches matches_;
};

}  // namespace ng::views
