// SPDX-License-Identifier: Apache-2.0
// Texts that describe a run.
#include "views/widgets/run_text.h"

#include <QLocale>
#include <QStringList>

#include "engine/records/compilation_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/moment_text.h"
#include "views/core/theme/theme.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

QString runText(RunState state) {
  switch (state) {
    case RunState::idle: return "ready";
    case RunState::running: return "running";
    case RunState::paused: return "paused";
    case RunState::finished: return "finished";
    case RunState::failed: return "failed";
    case RunState::cancelled: return "stopped";
  }
  return {};
}

QColor runColour(RunState state) {
  const Colours& c = Theme::current().colours();
  switch (state) {
    case RunState::idle:
    case RunState::running: return c.run;
    case RunState::paused:
    case RunState::cancelled: return c.warning;
    case RunState::failed: return c.error;
    case RunState::finished: return c.selection;
  }
  return {};
}

bool hasNothingToRun(const Session& session) {
  return session.compilations.compileProgress().busy || CompiledState::canCompile(session);
}

}  // namespace

QString stateText(const Session& session) {
  if (session.compilations.compileProgress().busy) return "compiling";
  if (CompiledState::canCompile(session)) return "not compiled";
  return session.documents.document() ? runText(session.run.status().state) : QString();
}

QColor stateColour(const Session& session) {
  return hasNothingToRun(session) ? Theme::current().colours().warning
                                  : runColour(session.run.status().state);
}

QString paceText(double iterationsPerSecond) {
  return iterationsPerSecond <= 0 ? "full speed" : QString("%1/s").arg(iterationsPerSecond);
}

QString runLine(const Session& session) {
  if (!session.documents.document()) return {};
  QStringList parts{stateText(session)};
  if (session.run.status().totalIterations > 0) {
    parts
        << QString("epoch %1/%2").arg(session.run.status().epoch).arg(session.run.status().epochs);
    parts << shownText(session.run.status()) +
                 (session.run.status().looksBack ? QStringLiteral(", snapshot") : QString());
  }
  if (session.run.status().totalIterations == 0 && session.run.status().lastIteration > 0)
    parts << QString("call %1").arg(session.run.status().iteration);
  const CompilationRecordPtr compilation = session.compilations.compilation();
  if (session.run.status().step > 0 && compilation && !session.run.status().looksBack)
    parts << QString("step %1/%2").arg(session.run.status().step).arg(compilation->steps.size());
  parts << "pace " + paceText(session.run.status().pace);
  if (session.run.status().microsecondsPerStep > 0)
    parts << microsecondText(session.run.status().microsecondsPerStep) + "/step";
  return parts.join(QString::fromUtf8(" · "));
}

QString planText(const Session& session) {
  if (session.run.status().totalIterations <= 0) return {};
  return QString::fromUtf8("%1 × %2").arg(
      countText(session.run.status().epochs, "epoch"),
      session.run.status().batches == 1 ? QString("1 batch")
                                        : countText(session.run.status().batches) + " batches");
}

QString exactText(const Number& value, DType dtype) {
  return valueText(value, dtype == DType::f64 ? QLocale::FloatingPointShortest : 9);
}

QString exactText(const TensorRecord& tensor) {
  const Tensor& value = tensor.value;
  if (value.size() == 1) return exactText(number_at(value, 0), value.dtype);
  if (value.size() > 8) {
    QStringList lengths;
    for (const auto length : value.shape) lengths << QString::number(length);
    QStringList first;
    for (std::int64_t i = 0; i < 8; ++i) first << valueText(number_at(value, i), 4);
    return lengths.join(QString::fromUtf8("×")) + " " +
           QString::fromUtf8(name(value.dtype).data()) + ": " + first.join(", ") +
           QString::fromUtf8(", …");
  }
  QStringList numbers;
  for (std::int64_t i = 0; i < value.size(); ++i)
    numbers << exactText(number_at(value, i), value.dtype);
  return "[" + numbers.join(", ") + "]";
}

}  // namespace ng::views
