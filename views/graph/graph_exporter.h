// SPDX-License-Identifier: Apache-2.0
// Exports the shown graph, its visible part or the selection to a picture file.
#pragma once

#include <QAction>

#include "views/graph/highlights/graph_subset.h"

namespace ng::views {

class GraphExporter : public QObject {
  Q_OBJECT

 public:
  enum class Part { whole, seen, selection };

  GraphExporter(GraphShown& shown, GraphSubset& subset);

  QAction* dark() { return dark_; }  // checked: in dark colours
  void ask(Part part);               // for a file name
  // Starts a job; the strip reports when the file is written. False: nothing was started, and the
  // strip reports why.
  bool exportTo(const QString& file, Part part = Part::whole);

 private:
  bool start(const QString& file, ScenePtr scene, const Lit& lit, const QRectF& part);

  GraphShown& shown_;
  GraphSubset& subset_;
  QAction* dark_;
};

}  // namespace ng::views
