// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/onnx/stack_trace.h"

#include <charconv>
#include <string_view>

namespace ng::onnx {

namespace {

// Installed, built from its sources, or generated. Users have folders called torch, too.
bool is_of_pytorch(const std::string& path) {
  if (path.starts_with("torch/") || path.starts_with("<eval_with_key>")) return true;
  for (const char* part : {"-packages/torch/", "/torch/nn/", "/torch/_"})
    if (path.find(part) != path.npos) return true;
  return false;
}

}  // namespace

SourceLine user_line(const std::string& trace) {
  SourceLine found;
  constexpr std::string_view file = "File \"", line = "\", line ";
  std::size_t at = 0;
  while ((at = trace.find(file, at)) != trace.npos) {
    at += file.size();
    const std::size_t end = trace.find(line, at);
    if (end == trace.npos) break;
    const std::string path = trace.substr(at, end - at);
    const char* digits = trace.data() + end + line.size();
    int number = 0;
    std::from_chars(digits, trace.data() + trace.size(), number);
    if (!is_of_pytorch(path)) found = {path, number};
    at = end;
  }
  return found;
}

}  // namespace ng::onnx
