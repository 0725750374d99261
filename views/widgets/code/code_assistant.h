// SPDX-License-Identifier: Apache-2.0
// Interface of what helps while code is typed: indentation, completion.
#pragma once

class QKeyEvent;

namespace ng::views {

class CodeAssistant {
 public:
  virtual ~CodeAssistant() = default;
  // Called before the editor handles the key; true: the key is done.
  virtual bool takesKey(QKeyEvent& event) = 0;
  // Called after the editor has handled a key that takesKey() left to it.
  virtual void afterKey(const QKeyEvent& event) = 0;
};

}  // namespace ng::views
