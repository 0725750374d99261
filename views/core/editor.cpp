// SPDX-License-Identifier: Apache-2.0
#include "views/core/editor.h"

#include <QRegularExpression>

namespace ng::views {

QString Editor::signature(const QString& word) const {
  const QString name = word.endsWith(u'(') ? word.chopped(1) : word;
  for (const FunctionRow& row : functions())
    if (!name.isEmpty() && (row.name == name || row.className == name))
      return name + row.signature.mid(row.name.size());
  return word;
}

EditAnswer undefinedNames(const QString& line, const EditAnswer& preview) {
  EditAnswer refused;
  refused.good = false;
  refused.placeholders = preview.placeholders;
  const QString names = preview.placeholders.join(", ");
  const bool one = preview.placeholders.size() == 1;
  refused.text =
      (one ? QObject::tr("%1 is not defined.") : QObject::tr("%1 are not defined.")).arg(names);
  refused.details = (one ? QObject::tr("Press Enter again to create placeholder %1.")
                         : QObject::tr("Press Enter again to create placeholders %1."))
                        .arg(names);
  const QRegularExpression word("\\b" + QRegularExpression::escape(preview.placeholders.front()) +
                                "\\b");
  refused.column = static_cast<int>(word.match(line).capturedStart()) + 1;
  return refused;
}

}  // namespace ng::views
