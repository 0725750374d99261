// SPDX-License-Identifier: Apache-2.0
// The window's commands and their enabled state.
#include "app/window/commands/actions.h"

#include <QMainWindow>

#include "engine/base/error.h"

namespace ng::views {

Actions::Actions(QMainWindow* window) : QObject(window), window_(window) {}

QAction* Actions::add(const QString& id, const QString& text, const QString& icon,
                      const QList<QKeySequence>& keys, std::function<void()> call) {
  auto* action = new QAction(text, this);
  if (!icon.isEmpty()) action->setIcon(Theme::current().icon(icon));
  action->setShortcuts(keys);
  action->setObjectName(id);
  action->setToolTip(withKey(action));
  if (call) connect(action, &QAction::triggered, this, [call = std::move(call)] { call(); });
  window_->addAction(action);
  byId_[id] = action;
  ordered_ << action;
  return action;
}

QAction* Actions::operator[](const QString& id) const {
  const auto found = byId_.find(id);
  check(found != byId_.end(), "no command has this id");
  return found->second;
}

void Actions::addRunActions(Session& session, std::function<void()> stop) {
  Session* s = &session;
  add("run.run", "Run", "run", {Qt::Key_F5}, [s] { s->run(); });
  add("run.pause", "Pause", "pause", {Qt::Key_F6}, [s] { s->pause(); });
  add("run.stop", "Stop", "stop", {QKeySequence("Shift+F5")}, std::move(stop));
  (*this)["run.stop"]->setToolTip("Stop the run, the compilation or other work (Shift+F5)");
  add("run.step_op", "Step one op", "step_op", {Qt::Key_F11}, [s] { s->stepOp(); });
  add("run.step_kernel", "Step one kernel", "", {QKeySequence("Shift+F11")},
      [s] { s->stepKernel(); });
  add("run.step_iteration", "Step one iteration", "step_iteration", {Qt::Key_F10},
      [s] { s->stepIteration(); });
  add("run.step_back", "Step back", "", {QKeySequence("Shift+F10")}, [s] { s->stepBack(); });
  add("run.to_non_finite", "Run to the first NaN or infinity", "", {QKeySequence("Alt+F5")},
      [s] { s->runToNonFinite(false); });
  add("run.to_non_finite_op", "Run to the first NaN or infinity of any op", "",
      {QKeySequence("Alt+Shift+F5")}, [s] { s->runToNonFinite(true); });
  add("run.step_epoch", "Step one epoch", "step_epoch", {QKeySequence("Ctrl+Shift+F10")},
      [s] { s->stepEpoch(); });
  add("run.restart", "Restart from the beginning", "reload", {QKeySequence("Ctrl+Shift+F5")},
      [s] { s->restart(); });
  add("run.reset", "Reset to initial values", "", {}, [s] { s->reset(); });
  connect(s, &Session::runChanged, this, [this, s] { followRun(*s); });
  connect(s, &Session::compilationChanged, this, [this, s] { followRun(*s); });
  connect(s, &Session::documentChanged, this, [this, s] { followRun(*s); });
  followRun(session);
}

void Actions::followRun(const Session& session) {
  const bool ready = session.compilation() != nullptr;
  const bool running = session.runState() == RunState::running;
  const bool stopped =
      session.runState() == RunState::paused || session.runState() == RunState::cancelled;
  const bool compilable = session.document() && !session.computations().isEmpty();
  (*this)["run.run"]->setEnabled((ready || compilable) && !running);
  (*this)["run.run"]->setText(
      stopped && (session.lastIteration() > 0 || session.within()) ? "Continue" : "Run");
  (*this)["run.run"]->setToolTip(withKey((*this)["run.run"]));
  (*this)["run.pause"]->setEnabled(running);
  (*this)["run.restart"]->setEnabled(ready && session.lastIteration() > 0);
  (*this)["run.reset"]->setEnabled(ready && !running && session.lastIteration() > 0);
  const bool begun = session.iteration() > 0 || session.within();
  (*this)["run.step_back"]->setEnabled(ready && !running && begun);
  for (const char* id :
       {"run.step_op", "run.step_kernel", "run.step_iteration", "run.step_epoch", "run.to_non_finite",
        "run.to_non_finite_op"})
    (*this)[id]->setEnabled(ready && !running);
  (*this)["run.step_epoch"]->setEnabled(ready && !running && session.totalIterations() > 0);
}

QString withKey(const QAction* action) {
  const QString key = action->shortcut().toString(QKeySequence::NativeText);
  return key.isEmpty() ? action->text() : QString("%1 (%2)").arg(action->text(), key);
}

}  // namespace ng::views
