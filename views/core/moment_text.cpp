// SPDX-License-Identifier: Apache-2.0
#include "views/core/moment_text.h"

#include <QObject>

namespace ng::views {

QString momentText(const Session& session, std::int64_t iteration) {
  if (session.looksBack()) return QObject::tr("it %1, kept").arg(iteration);
  if (session.within() && iteration > session.lastIteration())
    return QObject::tr("it %1, in progress").arg(iteration);
  if (session.runState() == RunState::idle && iteration > 0)
    return QObject::tr("it %1, not run yet").arg(iteration);
  return QObject::tr("it %1").arg(iteration);
}

QString shownText(const Session& session, const QString& noun) {
  const std::int64_t total = session.totalIterations();
  const bool within = session.within() && !session.looksBack();
  const std::int64_t shown = session.iteration() + (within ? 1 : 0);
  QString text = within ? QObject::tr("within %1 %2").arg(noun).arg(shown)
                        : QStringLiteral("%1 %2").arg(noun).arg(shown);
  if (total > 0 || shown == 0) text += QStringLiteral("/%1").arg(total);
  return text;
}

}  // namespace ng::views
