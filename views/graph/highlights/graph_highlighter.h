// SPDX-License-Identifier: Apache-2.0
// Highlights on the canvas what is selected elsewhere: kernel, axis, rewrite, breakpoints and the
// stop of a run; selects what is chosen on the canvas.
#pragma once

#include "views/graph/highlights/graph_subset.h"

namespace ng::views {

class GraphHighlighter : public QObject {
  Q_OBJECT

 public:
  GraphHighlighter(GraphShown& shown, const GraphSubset& subset);

  void followKernel();
  void followAxis();
  void followTrace();  // the traced ops, else those of the selected rewrite, else of the kernel
  void followStops();
  void revealStop();
  bool isStop(OpId op) const;    // the run stopped there
  QString fadingText() const;    // "faded: outside kernel k3"; empty if nothing is faded
  void selectItem(ItemId item);  // an op, or a group and the op that is its value
  void selectHull(OpId kernel);

 private:
  OpId valueOf(const Group& group) const;

  GraphShown& shown_;
  const GraphSubset& subset_;
  OpIds kernelOps_;  // ops of the selected kernel, if the shown graph has no hull for it
};

}  // namespace ng::views
