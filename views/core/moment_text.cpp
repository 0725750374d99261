// SPDX-License-Identifier: Apache-2.0
#include "views/core/moment_text.h"

#include <QObject>

#include "engine/records/run_state.h"

namespace ng::views {

QString momentText(const RunStatus& run, std::int64_t iteration) {
  if (run.looksBack) return QObject::tr("snapshot of iteration %1").arg(iteration);
  if (run.within && iteration > run.lastIteration)
    return QObject::tr("iteration %1, in progress").arg(iteration);
  if (run.state == RunState::idle && iteration > 0)
    return QObject::tr("preview of iteration %1").arg(iteration);
  return QObject::tr("iteration %1").arg(iteration);
}

namespace {

QString shown(const RunStatus& run, const QString& within, const QString& between) {
  const std::int64_t total = run.totalIterations;
  const bool inside = run.within && !run.looksBack;
  const std::int64_t number = run.iteration + (inside ? 1 : 0);
  QString text = (inside ? within : between).arg(number);
  if (total > 0 || number == 0) text += QStringLiteral("/%1").arg(total);
  return text;
}

}  // namespace

QString shownText(const RunStatus& run) {
  return shown(run, QObject::tr("paused in iteration %1"), QObject::tr("iteration %1"));
}

QString shownBriefly(const RunStatus& run) {
  return shown(run, QObject::tr("paused in it %1"), QObject::tr("it %1"));
}

}  // namespace ng::views
