// SPDX-License-Identifier: Apache-2.0
// Indentation and comments of a Python text: Tab, Backspace, Return, and # on the selected lines.
#pragma once

class QKeyEvent;
class QPlainTextEdit;

namespace ng::views {

bool indentKey(QPlainTextEdit& edit, const QKeyEvent& event);  // false: no key of indentation
void toggleComments(QPlainTextEdit& edit);                     // on the selected lines

}  // namespace ng::views
