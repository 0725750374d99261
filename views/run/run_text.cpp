// SPDX-License-Identifier: Apache-2.0
// Texts that describe a run.
#include "views/run/run_text.h"

#include <QStringList>

#include "views/core/moment_text.h"
#include "views/core/theme/theme.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

QString runText(RunState state) {
  switch (state) {
    case RunState::idle:
      return "ready";
    case RunState::running:
      return "running";
    case RunState::paused:
      return "paused";
    case RunState::finished:
      return "finished";
    case RunState::failed:
      return "failed";
    case RunState::cancelled:
      return "stopped";
  }
  return {};
}

QColor runColour(RunState state) {
  const Colours& c = Theme::current().colours();
  switch (state) {
    case RunState::idle:
    case RunState::running:
      return c.run;
    case RunState::paused:
    case RunState::cancelled:
      return c.warning;
    case RunState::failed:
      return c.error;
    case RunState::finished:
      return c.selection;
  }
  return {};
}

bool hasNothingToRun(const Session& session) {
  return session.compileProgress().busy || CompiledState::canCompile(session);
}

}  // namespace

QString stateText(const Session& session) {
  if (session.compileProgress().busy) return "compiling";
  if (CompiledState::canCompile(session)) return "not compiled";
  return session.document() ? runText(session.runState()) : QString();
}

QColor stateColour(const Session& session) {
  return hasNothingToRun(session) ? Theme::current().colours().warning
                                  : runColour(session.runState());
}

QString paceText(double iterationsPerSecond) {
  return iterationsPerSecond <= 0 ? "full speed" : QString("%1/s").arg(iterationsPerSecond);
}

QString runLine(const Session& session) {
  QStringList parts{stateText(session)};
  if (session.totalIterations() > 0) {
    parts << QString("epoch %1/%2").arg(session.epoch()).arg(session.epochs());
    parts << shownText(session, "iteration") +
                 (session.looksBack() ? QStringLiteral(", kept") : QString());
  }
  if (session.totalIterations() == 0 && session.lastIteration() > 0)
    parts << QString("call %1").arg(session.iteration());
  const CompilationRecordPtr compilation = session.compilation();
  if (session.step() > 0 && compilation && !session.looksBack())
    parts << QString("step %1/%2").arg(session.step()).arg(compilation->steps.size());
  parts << "pace " + paceText(session.pace());
  if (session.microsecondsPerStep() > 0)
    parts << microsecondText(session.microsecondsPerStep()) + "/step";
  return parts.join(QString::fromUtf8(" · "));
}

QString planText(const Session& session) {
  if (session.totalIterations() <= 0) return {};
  return QString::fromUtf8("%1 × %2").arg(
      countText(session.epochs(), "epoch"),
      session.batches() == 1 ? QString("1 batch") : countText(session.batches()) + " batches");
}

QString exactText(const TensorRecord& tensor) {
  const Tensor& value = tensor.value;
  if (value.size() == 1) return QString::number(value.at(0), 'g', 9);
  if (value.size() > 8) {
    QStringList lengths;
    for (const auto length : value.shape) lengths << QString::number(length);
    return lengths.join(QString::fromUtf8("×")) + " " + QString::fromUtf8(name(value.dtype).data());
  }
  QStringList numbers;
  for (std::int64_t i = 0; i < value.size(); ++i) numbers << QString::number(value.at(i), 'g', 9);
  return "[" + numbers.join(", ") + "]";
}

}  // namespace ng::views
