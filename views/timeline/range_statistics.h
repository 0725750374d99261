// SPDX-License-Identifier: Apache-2.0
// The table of statistics of a time range, and the matches of a query. Large trace files are summed
// in a background job.
#pragma once

#include <QObject>

#include "views/core/jobs.h"
#include "views/timeline/event_finder.h"
#include "views/timeline/statistics_table.h"

namespace ng::views {

class TableView;

class RangeStatistics : public QObject {
  Q_OBJECT

 public:
  RangeStatistics(Jobs& jobs, QObject* parent);
  TableView& table() { return *table_; }
  StatisticsTable& model() { return *model_; }

  // What both timelines are searched for; empty tests match all events.
  struct Search {
    EventTest shown, other;
  };
  // `growing`: the timelines are modified on the GUI thread and must be read there.
  void compute(TimelinePtr shown, TimelinePtr other, const Stretch& range, bool growing,
               const Search& search);
  // Statistics of a row in `shown`, computed again if the timeline was replaced since compute(),
  // because event places may be stale. Count 0: no events.
  EventStatistics now(const SumsRow& row, const TimelinePtr& shown, const Stretch& range) const;

 signals:
  void found(
      const ng::views::EventMatches& matches);  // of the whole shown timeline; null: no search

 private:
  struct Result {
    std::vector<EventStatistics> own, others;
    EventMatches matches;
  };
  void show(const TimelinePtr& of, const TimelinePtr& other, const Stretch& range,
            const Result& result);

  Jobs& jobs_;
  StatisticsTable* model_;
  TableView* table_;
  TimelinePtr summed_;  // timeline of the table's statistics
  EventTest searched_;
  JobId job_ = 0;
};

}  // namespace ng::views
