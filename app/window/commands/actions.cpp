// SPDX-License-Identifier: Apache-2.0
// The window's commands and their enabled state.
#include "app/window/commands/actions.h"

#include <QMainWindow>

#include "engine/base/error.h"
#include "views/core/theme/literal_text.h"

namespace ng::views {

namespace {

constexpr const char* stopTip = "Stop the run, the compilation or other work (Shift+F5)";

}  // namespace

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

void Actions::addRunActions(const Session& session, std::function<void()> stop) {
  Run* run = &session.run;
  session_ = &session;
  add("run.run", "Run", "run", {Qt::Key_F5}, [this, run] {
    const OtherRun other = other_();
    other.text.isEmpty() ? run->run() : other.start();
  });
  add("run.pause", "Pause", "pause", {Qt::Key_F6}, [run] { run->pause(); });
  add("run.stop", "Stop", "stop", {QKeySequence("Shift+F5")}, std::move(stop));
  (*this)["run.stop"]->setToolTip(stopTip);
  add("run.step_op", "Step one op", "step_op", {Qt::Key_F11}, [run] { run->stepOp(); });
  add("run.step_kernel", "Step one kernel", "", {QKeySequence("Shift+F11")},
      [run] { run->stepKernel(); });
  add("run.step_iteration", "Step one iteration", "step_iteration", {Qt::Key_F10},
      [run] { run->stepIteration(); });
  add("run.step_back", "Step back", "", {QKeySequence("Shift+F10")}, [run] { run->stepBack(); });
  add("run.to_non_finite", "Run to the first NaN or infinity", "", {QKeySequence("Alt+F5")},
      [run] { run->runToNonFinite(false); });
  add("run.to_non_finite_op", "Run to the first NaN or infinity of any op", "",
      {QKeySequence("Alt+Shift+F5")}, [run] { run->runToNonFinite(true); });
  add("run.step_epoch", "Step one epoch", "step_epoch", {QKeySequence("Ctrl+Shift+F10")},
      [run] { run->stepEpoch(); });
  add("run.restart", "Restart from the beginning", "reload", {QKeySequence("Ctrl+Shift+F5")},
      [run] { run->restart(); });
  add("run.reset", "Reset to initial values", "", {}, [run] { run->reset(); });
  connect(&session.run, &Run::runChanged, this, &Actions::followRun);
  connect(&session.compilations, &Compilations::compilationChanged, this, &Actions::followRun);
  connect(&session.documents, &Documents::documentChanged, this, &Actions::followRun);
  followRun();
}

void Actions::setOtherRun(std::function<OtherRun()> other) {
  other_ = std::move(other);
  followRun();
}

void Actions::followRun() {
  const Session& session = *session_;
  const QString readOnly = session.documents.readOnly();
  const bool ready = session.compilations.compilation() != nullptr && readOnly.isEmpty();
  const bool running = session.run.status().state == RunState::running;
  const RunStatus status = session.run.status();
  const bool stopped = status.state == RunState::paused || status.state == RunState::cancelled ||
                       (status.state == RunState::finished && status.trains);
  const bool compilable = session.documents.document() && readOnly.isEmpty() &&
                          !session.compilations.computations().isEmpty();
  const OtherRun other = other_();
  const bool continues =
      stopped && (session.run.status().lastIteration > 0 || session.run.status().within);
  (*this)["run.run"]->setEnabled(other.text.isEmpty() ? (ready || compilable) && !running
                                                      : other.enabled);
  (*this)["run.run"]->setText(!other.text.isEmpty() ? other.text : continues ? "Continue" : "Run");
  (*this)["run.run"]->setToolTip(readOnly.isEmpty() ? withKey((*this)["run.run"]) : readOnly);
  (*this)["run.pause"]->setEnabled(running);
  // Variables may come from a run with another plan.
  const bool trained = status.lastIteration > 0 || (status.trains && status.trained > 0);
  (*this)["run.restart"]->setEnabled(ready && trained);
  (*this)["run.reset"]->setEnabled(ready && !running && trained);
  const bool begun = session.run.status().iteration > 0 || session.run.status().within;
  (*this)["run.step_back"]->setEnabled(ready && !running && begun);
  for (const char* id : {"run.to_non_finite", "run.to_non_finite_op"})
    (*this)[id]->setEnabled(ready && !running);
  const bool steps = ready && !running && status.state != RunState::finished;
  for (const char* id : {"run.step_op", "run.step_kernel", "run.step_iteration"})
    (*this)[id]->setEnabled(steps);
  (*this)["run.step_epoch"]->setEnabled(steps && status.totalIterations > 0);
  showReason(readOnly);
}

// On the tool bar, the tool tips of disabled commands are those of their actions.
void Actions::showReason(const QString& readOnly) {
  if (readOnly == shownReason_) return;
  shownReason_ = readOnly;
  for (QAction* action : ordered_) {
    if (!action->objectName().startsWith("run.")) continue;
    const bool why = !readOnly.isEmpty() && !action->isEnabled();
    const QString usual = action->objectName() == "run.stop" ? stopTip : withKey(action);
    action->setToolTip(why ? readOnly : usual);
  }
}

QString withKey(const QAction* action) {
  const QString key = action->shortcut().toString(QKeySequence::NativeText);
  const QString text = paintedText(action->text());
  return key.isEmpty() ? text : QString("%1 (%2)").arg(text, key);
}

}  // namespace ng::views
