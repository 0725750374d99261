// SPDX-License-Identifier: Apache-2.0
// The status bar: cost of the document, current work, and the state of the run.
#pragma once

#include <QStatusBar>

#include "app/window/compile_estimate.h"
#include "views/core/workspace.h"

class QLabel;
class QProgressBar;
class QToolButton;

namespace ng::views {

class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  StatusLine(Workspace& workspace, QWidget* parent);

  // Shows the last step as a shell command; a click copies it.
  void showShellLine(const QString& line);

  // "19 ops · 5 parameters · 3 kernels · 1,024 B peak · compiled 84.0 ms · 8.4 µs/step"
  QString facts() const;
  QString job() const;        // the longest job; empty: none that lasts
  QString rangeChip() const;  // "range 1.20 – 3.42 ms"; empty without one
  QString state() const;      // "ready", "compiling", "running" …

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  void followRange();
  void followJobs();
  QString compileJob(const Progress& compile, const JobInfo& job);

  // The number of ops of a graph, counted once: compiling reports progress many times a second.
  class OpCount {
   public:
    std::int64_t of(const GraphRecordPtr& graph);

   private:
    std::weak_ptr<const GraphRecord> graph_;
    std::int64_t ops_ = 0;
  };

  Workspace& workspace_;
  CompileEstimate estimate_;
  mutable OpCount shownOps_;
  OpCount compiledOps_;
  QLabel* facts_;
  QToolButton* shell_;
  QToolButton* range_;
  QLabel* job_;
  QProgressBar* progress_;
  QLabel* state_;
};

}  // namespace ng::views
