// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/script_run.h"

#include <QApplication>
#include <utility>

#include "engine/records/document_record.h"

namespace ng::views {
namespace {

bool isOn(const Scripts& scripts) {
  return scripts.state() == ScriptState::starting || scripts.state() == ScriptState::running;
}

}  // namespace

ScriptRun::ScriptRun(MainWindow& window) : window_(window), scripts_(*window.workspace().scripts) {
  Actions& actions = window.actions();
  // Closing the document closes the script.
  connect(&scripts_, &Scripts::fileOpened, this, [this] { open_ = true; });
  const Documents* documents = &window.workspace().documents;
  connect(documents, &Documents::documentChanged, this, [this, documents] {
    if (documents->document()) return;
    open_ = false;
    window_.actions().followRun();
  });
  actions.setOtherRun([this] { return choice(); });
  for (auto signal : {&Scripts::fileOpened, &Scripts::stateChanged})
    connect(&scripts_, signal, &actions, &Actions::followRun);
  connect(qApp, &QApplication::focusChanged, this,
          [this](QWidget*, const QWidget* now) { followFocus(now); });
}

ScriptRun::~ScriptRun() {
  window_.actions().setOtherRun([] { return Actions::OtherRun(); });
}

// Focus outside of the views, in a menu or the palette, changes nothing.
void ScriptRun::followFocus(const QWidget* focused) {
  const QWidget* view = focused;
  while (view && !qobject_cast<const ViewBase*>(view)) view = view->parentWidget();
  if (!view || view->window() != &window_) return;
  const bool script = view == window_.docks().view(Task::script);
  if (std::exchange(focused_, script) != script) window_.actions().followRun();
}

bool ScriptRun::meant() const {
  if (!open_) return false;
  const DocumentRecordPtr document = window_.workspace().documents.document();
  return focused_ || !document ||
         !scripts_.programOf(QString::fromStdString(document->path)).isEmpty();
}

// A program whose graph is shown is continued like a document's run.
Actions::OtherRun ScriptRun::choice() {
  if (!meant()) return {};
  const DocumentRecordPtr document = window_.workspace().documents.document();
  const RunState state = window_.workspace().run.status().state;
  const bool live =
      document && !scripts_.programOf(QString::fromStdString(document->path)).isEmpty();
  if (live && (state == RunState::running || state == RunState::paused)) return {};
  return {"Run script", !isOn(scripts_), [this] { start(); }};
}

// If the script is not started, its view asks first.
void ScriptRun::start() {
  scripts_.askToRun();
  if (!isOn(scripts_)) window_.showView(Task::script);
}

}  // namespace ng::views
