// SPDX-License-Identifier: Apache-2.0
// Queries: background queries about the shown iteration, one at a time, on a copy of the run's
// state: comparisons, bisections, scaling, kernel trials, edited values, origins of elements. GUI
// thread only.
#pragma once

#include <QObject>
#include <QString>
#include <string>

#include "views/core/session/source.h"

namespace ng {
struct ComparisonChoice;
}

namespace ng::views {

class Queries : public QObject {
  Q_OBJECT

 public:
  explicit Queries(Source& source);  // outlives this object

  bool querying() const { return source_.state().queries.querying; }
  void cancelQuery();

  // compareValues(): compares the shown iteration op by op with another transformer, precision or
  // program, or with values from a file; arrays of the file that are named as inputs replace their
  // arguments. bisectPasses(): finds the pass that causes a wrong result (slower = 0) or a
  // slowdown. queryChanged() follows with the record, or without one after cancelQuery() or an
  // error message.
  void compareValues(const ComparisonChoice& choice);
  ComparisonRecordPtr comparison() const { return source_.state().queries.comparison; }
  // Measures the model's file in ONNX Runtime, with the arguments of the shown iteration.
  // queryChanged() follows as above; the times stay until the next measurement.
  void measurePeer();
  PeerRecordPtr peer() const { return source_.state().queries.peer; }
  TimelinePtr peerTimeline() const { return source_.state().queries.peerTimeline; }
  void bisectPasses(double tolerance, double slower);
  BisectRecordPtr bisection() const { return source_.state().queries.bisection; }

  // Predicts the time of a call on more and more ranks of a cluster, from the steps of one rank,
  // which are measured. queryChanged() follows as above; the prediction stays until the next one.
  void predictScaling(const ScalingChoice& choice);
  ScalingRecordPtr scaling() const { return source_.state().queries.scaling; }

  // Runs the kernel with another source, in a child process, on its inputs in the shown iteration.
  void tryKernel(const QString& kernel, const QString& source);
  std::optional<KernelTrialRecord> kernelTrial() const;
  // Writes the kernel, its inputs and its outputs in the shown iteration as a standalone program
  // into `folder`, which is created. A message reports the folder or the error. Only where the
  // engine runs in this process.
  bool writesReproducers() const { return source_.state().queries.writesReproducers; }
  void writeReproducer(const QString& kernel, const QString& folder);
  // Text of the success message, whose `where` is the folder.
  static std::string reproducerText(const QString& kernel) {
    return "The reproducer of " + kernel.toStdString() + " is written.";
  }

  // Recomputes the shown iteration with edited elements in its sources; the run is not changed. An
  // empty list drops the edits. whatIfChanged() follows with the record, and again when another
  // iteration is shown.
  void setEdits(const std::vector<ElementEdit>& edits);
  std::vector<ElementEdit> edits() const;
  WhatIfRecordPtr whatIf() const { return source_.state().queries.whatIf; }
  // Continues the run from the edited state and drops the edits. Only in the last iteration;
  // otherwise refused with a message.
  void keepEdits();

  // Traces one element of a value back through a kept iteration and its kept neighbours, without
  // changing the run. elementOriginChanged() follows with the record, or without one if the query
  // was refused (a message gives the reason) or cancelled by cancelQuery().
  void explain(const ElementQuestion& question);
  bool explaining() const { return source_.state().queries.explaining; }
  ElementOriginPtr elementOrigin() const { return source_.state().queries.elementOrigin; }

 signals:
  void queryProgressed(double fraction);
  void queryChanged();
  void whatIfChanged();         // the edits or their results
  void elementOriginChanged();  // a query started, finished, was refused or was cancelled

 private:
  Source& source_;
};

}  // namespace ng::views
