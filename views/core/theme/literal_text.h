// SPDX-License-Identifier: Apache-2.0
// Names of files and ops on tabs, buttons and menu entries, where Qt reads & as the mark of a key.
#pragma once

#include <QString>

namespace ng::views {

// For setText() and addTab(): "a && b".
inline QString literalText(QString name) {
  return name.replace('&', "&&");
}

// What is painted of such a text: "a & b".
inline QString paintedText(QString text) {
  return text.replace("&&", "&");
}

}  // namespace ng::views
