// SPDX-License-Identifier: Apache-2.0
// Keeps trained states that the user discarded as checkpoint files, the newest few of all
// documents, and restores the newest one of the shown document.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "views/core/workspace.h"

namespace ng::views {

struct DiscardedState {
  QString document;  // its file; empty: never saved
  std::int64_t iterations = 0;
  QString checkpoint;  // path
};

class DiscardedStates : public QObject {
  Q_OBJECT

 public:
  // `folder` holds the states; empty: none are kept.
  DiscardedStates(Workspace& workspace, QString folder);

  bool keeps() const { return !folder_.isEmpty(); }
  // Stops a run, keeps its state, then calls `then`; after a failure too, which a message reports.
  void keep(std::function<void()> then);
  const std::optional<DiscardedState>& newest() const { return newest_; }  // of the shown document
  void restore();  // newest(), which is then no longer kept

 signals:
  void changed();

 private:
  void follow();
  std::optional<DiscardedState> find() const;
  void finish(const QString& checkpoint, bool written);

  struct Writing {
    DiscardedState state;
    std::function<void()> then;
  };

  Workspace& workspace_;
  QString folder_;
  std::optional<DiscardedState> newest_;
  std::map<QString, Writing> writing_;  // by checkpoint
  int count_ = 0;                       // of this process, for names
};

}  // namespace ng::views
