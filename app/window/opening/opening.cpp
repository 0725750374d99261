// SPDX-License-Identifier: Apache-2.0
#include "app/window/opening/opening.h"

#include <utility>

namespace ng::views {
namespace {

constexpr int longestWait = 120000;  // ms

}  // namespace

Opening::Opening(MainWindow& window, Options options)
    : context_{window, window.workspace(), std::move(options), false, {}, {}, {}, {}} {
  context_.finish = [this](int status, const QString& text) { finish(status, text); };
  context_.settled = [this](int milliseconds) { return settled(milliseconds); };
  wake_.setSingleShot(true);
  connect(&wake_, &QTimer::timeout, this, &Opening::advance);
  connect(&context_.session.messages, &Messages::message, this, &Opening::failed);
  followSession();
  if (context_.options.onlyGraph()) {
    // A large graph takes minutes to compile. The picture must not depend on whether a small one is
    // compiled before the first step: its passes have another layout.
    Compilations& compilations = context_.session.compilations;
    connect(&compilations, &Compilations::compilationStarted, this,
            [&compilations] { compilations.cancel(); });
  }
}

// Every signal after which a step may be done.
void Opening::followSession() {
  const Workspace& workspace = context_.window.workspace();
  const auto follow = [this](const auto* sender, auto... changes) {
    (connect(sender, changes, this, &Opening::noteChange), ...);
  };
  follow(&workspace.documents, &Documents::documentChanged);
  follow(&workspace.compilations, &Compilations::compilationChanged,
         &Compilations::kernelTextsChanged, &Compilations::progressChanged);
  follow(&workspace.run, &Run::runChanged);
  follow(&workspace.values, &Values::tensorsChanged);
  follow(&workspace.queries, &Queries::queryChanged);
  follow(&workspace.jobs, &Jobs::changed);
  if (workspace.editor) follow(workspace.editor, &Editor::changed);
  if (workspace.scripts) follow(workspace.scripts, &Scripts::stateChanged);
}

void Opening::start() {
  steps_ = openingSteps(context_);
  if (context_.options.alone()) QTimer::singleShot(longestWait, this, &Opening::timeOut);
  unchanged_.start();
  advance();  // opens at once: what is restored after this stays
}

void Opening::noteChange() {
  unchanged_.start();
  wake_.start(0);
}

bool Opening::settled(int milliseconds) {
  const qint64 rest = milliseconds - unchanged_.elapsed();
  if (rest > 0) wake_.start(static_cast<int>(rest));
  return rest <= 0;
}

void Opening::failed(const Diagnostic& diagnostic) {
  const Options& options = context_.options;
  if (!options.alone() || diagnostic.severity != Severity::error) return;
  if (options.onlyGraph() && context_.session.documents.document()) return;  // of its compilation
  const QString text = QString::fromStdString(to_string(diagnostic));
  if (!context_.started) return finish(3, text);
  if (context_.failure.isEmpty()) context_.failure = text;
  noteChange();
}

void Opening::advance() {
  while (!over_ && step_ < steps_.size()) {
    const OpeningStep& step = steps_[step_];
    if (!std::exchange(begun_, true) && step.begin) {
      step.begin();
      unchanged_.start();
    }
    if (over_ || (step.done && !step.done())) return;
    ++step_;
    begun_ = false;
  }
  if (steps_.empty() || over_) return;
  if (!context_.options.alone()) return finish(context_.unmet.isEmpty() ? 0 : 2, context_.unmet);
  finish(context_.failure.isEmpty() ? 0 : 4, context_.failure);
}

void Opening::timeOut() {
  if (over_) return;
  finish(4, QString("The window did not become idle in time; it was still at the step \"%1\".")
                .arg(QString::fromUtf8(steps_[step_].name)));
}

void Opening::finish(int status, const QString& text) {
  if (std::exchange(over_, true)) return;
  wake_.stop();
  emit done(status, text);
}

}  // namespace ng::views
