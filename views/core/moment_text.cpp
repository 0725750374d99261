// SPDX-License-Identifier: Apache-2.0
#include "views/core/moment_text.h"

#include <QObject>

namespace ng::views {

QString momentText(const Session& session, std::int64_t iteration) {
  if (session.looksBack()) return QObject::tr("it %1, kept").arg(iteration);
  if (session.within() && iteration > session.lastIteration())
    return QObject::tr("it %1, under way").arg(iteration);
  if (session.runState() == RunState::idle && iteration > 0)
    return QObject::tr("it %1, to come").arg(iteration);
  return QObject::tr("it %1").arg(iteration);
}

}  // namespace ng::views
