// SPDX-License-Identifier: Apache-2.0
#include "views/core/op_title.h"

namespace ng::views {

QString opTitle(const OpRecord& op) {
  const QString name = QString::fromStdString(op.name);
  const QString layer = QString::fromStdString(op.scope).section(u'/', -1);
  return op.family != Family::state || layer.isEmpty() ? name : layer + u'/' + name;
}

}  // namespace ng::views
