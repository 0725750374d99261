// SPDX-License-Identifier: Apache-2.0
// Copies the selected cards and pastes them, within a document and between documents.
#pragma once

#include "views/graph/editing/piece_drag.h"

namespace ng::views {

class PieceClipboard {
 public:
  PieceClipboard(Workspace& workspace, GraphCanvas& canvas, PieceDrag& cards, BuildTip& tip,
                 QWidget& layer);

  // Whether Ctrl and this key act on the selected cards or on the clipboard.
  bool takes(int key) const;
  bool run(int key);  // false: the key does not
  void remove();      // the selected cards
  void forget() { copied_ = {}; }

 private:
  bool copies(int key) const;
  void copy();
  bool paste();
  void duplicate(const QString& line);
  QString documentPath() const;

  Workspace& workspace_;
  GraphCanvas& canvas_;
  PieceDrag& cards_;
  BuildTip& tip_;
  QWidget& layer_;
  struct Copied {
    QString document, copy, paste;  // lines for the same document and for any other
  } copied_;
};

}  // namespace ng::views
