// SPDX-License-Identifier: Apache-2.0
#include "views/core/op_search.h"

#include <QCoreApplication>

#include "engine/base/error.h"

namespace ng::views {

void OpSearch::setText(const QString& text) {
  text_ = text;
  why_.clear();
  try {
    query_ = OpQuery(text.toStdString());
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostic();
    why_ = QCoreApplication::translate("OpSearch", "%1: %2 is expected")
               .arg(QString::fromStdString(d.where), QString::fromStdString(d.expected));
  }
}

}  // namespace ng::views
