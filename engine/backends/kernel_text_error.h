// SPDX-License-Identifier: Apache-2.0
// What a compiler said about a kernel's text, as messages with lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"

namespace ng {

struct TextMessage {
  Severity severity = Severity::error;
  std::string file;  // "kernel.cpp"
  int line = 0;      // 1-based; 0 when the message names none
  int column = 0;
  std::string text;
};

// Messages in "file:line:column: error: text" (Clang, GCC) and "file(line): error: text" (NVRTC).
// Lines in neither form, such as source excerpts, are left out.
std::vector<TextMessage> read_messages(std::string_view compiler_output);

// A kernel's text does not compile. `where` of the diagnostic is the first error's place.
class KernelTextError : public Error {
 public:
  KernelTextError(const std::string& compiler, const std::string& compiler_output);
  const std::vector<TextMessage>& messages() const { return messages_; }

 private:
  std::vector<TextMessage> messages_;
};

}  // namespace ng
