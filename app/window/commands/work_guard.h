// SPDX-License-Identifier: Apache-2.0
// Asks before a command ends unsaved work: edits, trained state, a running training or script.
#pragma once

#include <functional>

#include "app/drafts/discarded_states.h"
#include "app/window/unsaved_strip.h"
#include "views/core/workspace.h"

namespace ng::views {

class WorkGuard : public QObject {
  Q_OBJECT

 public:
  // `saveEdits` saves the document. The bar is created here; the window's layout deletes it.
  WorkGuard(Workspace& workspace, DiscardedStates& discarded, std::function<void()> saveEdits);

  UnsavedStrip& bar() { return *bar_; }

  // What a command ends.
  enum class Ends {
    state,     // the trained state; the document stays
    document,  // and the edits
    program,   // and a running script, and edits of a script
  };
  WorkAtStake atStake(Ends ends) const;
  // Runs the command at once if nothing would be lost, else when the user agrees. `words` and
  // `verb`: see UnsavedStrip::Command.
  void ask(Ends ends, const QString& words, const QString& verb, std::function<void()> run);
  // `path` of the shown document. Drops the question if it concerns another document, or if
  // nothing is at stake any more; it would end other work.
  void followDocument(const QString& path);

 signals:
  void asked();  // the bar must be visible

 private:
  void follow();
  void save();
  void finishSaving();
  void discard();
  bool concernsShown(const QString& path, Ends ends, const QString& computation) const;

  Workspace& workspace_;
  DiscardedStates& discarded_;
  std::function<void()> saveEdits_;
  UnsavedStrip* bar_;
  QString path_;
  // Of the question.
  Ends ends_ = Ends::state;
  QString computation_;
  QString saving_;  // the checkpoint that is being written
};

}  // namespace ng::views
