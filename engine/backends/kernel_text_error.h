// SPDX-License-Identifier: Apache-2.0
// Compiler messages about a kernel's text, with lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"

namespace ng {

struct TextMessage {
  Severity severity = Severity::error;
  std::string file;  // "kernel.cpp"
  int line = 0;      // 1-based; 0: unknown
  int column = 0;
  std::string text;
};

// Parses "file:line:column: error: text" (Clang, GCC) and "file(line): error: text" (NVRTC). Other
// lines, such as source excerpts, are skipped.
std::vector<TextMessage> read_messages(std::string_view compiler_output);

// A kernel's text does not compile. The diagnostic's `where` is the location of the first error.
class KernelTextError : public Error {
 public:
  KernelTextError(const std::string& compiler, const std::string& compiler_output);
  const std::vector<TextMessage>& messages() const { return messages_; }

 private:
  std::vector<TextMessage> messages_;
};

}  // namespace ng
