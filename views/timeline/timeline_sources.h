// SPDX-License-Identifier: Apache-2.0
// The timelines that can be shown and compared: this window's run, pinned runs and trace files.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "engine/trace/timeline.h"
#include "views/core/workspace.h"

namespace ng::views {

class TimelineSources : public QObject {
  Q_OBJECT

 public:
  TimelineSources(Workspace& workspace, QObject* parent);

  int count() const { return static_cast<int>(sources_.size()); }
  QString title(int source) const { return sources_[static_cast<std::size_t>(source)].title; }
  int showing() const { return showing_; }  // 0: this window's run
  std::optional<int> comparing() const { return comparing_; }
  bool readsRun() const { return showing_ == 0 || comparing_ == 0; }
  TimelinePtr shown() const;
  TimelinePtr other() const;

  void followRun();       // the run's timeline was replaced
  void followDocument();  // another document shows its own run; traces stay in the list
  // The captures that the window compares were opened or left; true: other timelines are shown.
  bool followComparison();
  void show(int source);
  void compareWith(std::optional<int> source);  // nullopt: no comparison
  void pin();                                   // keeps a copy of the shown timeline for comparison
  // Reads a trace in a background job and shows it, first in part.
  void open(const QString& path);
  bool exportTo(const QString& path);  // the shown timeline; false: failed
  void followPeer();                   // compares with what another program was measured to do

 signals:
  void chosen();  // another timeline is shown or compared
  void pinned();
  void opened();     // a trace was read completely
  void notOpened();  // nothing of a trace could be read
  void failed(const Diagnostic& diagnostic);

 private:
  struct Source {
    QString title;
    TimelinePtr timeline;
  };
  static QString partOf(const QString& title);
  void take(const QString& title, Timeline timeline, bool whole);
  void leave(const QString& title, const Diagnostic& diagnostic);

  Workspace& workspace_;
  std::vector<Source> sources_;
  int showing_ = 0;
  std::optional<int> comparing_;
  std::string document_;  // path
  TimelinePtr peer_;
  std::optional<int> captured_;  // the source that is the first of two compared captures
};

}  // namespace ng::views
