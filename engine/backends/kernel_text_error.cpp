// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/kernel_text_error.h"

#include <algorithm>

#include "engine/backends/text_scan.h"

namespace ng {

namespace {

struct Word {
  std::string_view text;
  Severity severity;
};
constexpr Word words[] = {{": fatal error: ", Severity::error},
                          {": catastrophic error: ", Severity::error},
                          {": error: ", Severity::error},
                          {": warning: ", Severity::warning},
                          {": note: ", Severity::note}};

// Splits "kernel.cpp:3:7" or "kernel.cu(3)".
void read_place(std::string_view place, TextMessage& message) {
  const auto open = place.rfind('(');
  if (place.ends_with(')') && open != std::string_view::npos) {
    message.line = std::max(0, number_at(place.substr(open + 1)));
    message.file = base_name(place.substr(0, open));
    return;
  }
  const auto last = place.rfind(':');
  const auto before = last == std::string_view::npos ? last : place.rfind(':', last - 1);
  if (last == std::string_view::npos) {
    message.file = base_name(place);
  } else if (before == std::string_view::npos) {
    message.file = base_name(place.substr(0, last));
    message.line = std::max(0, number_at(place.substr(last + 1)));
  } else {
    message.file = base_name(place.substr(0, before));
    message.line = std::max(0, number_at(place.substr(before + 1)));
    message.column = std::max(0, number_at(place.substr(last + 1)));
  }
}

Diagnostic diagnostic_of(const std::string& compiler, const std::string& output) {
  const auto messages = read_messages(output);
  const auto first = std::find_if(messages.begin(), messages.end(), [](const TextMessage& message) {
    return message.severity == Severity::error;
  });
  Diagnostic diagnostic;
  diagnostic.what = "the kernel's text does not compile";
  diagnostic.found = trimmed(output.substr(0, output.find_last_not_of("\n") + 1));
  diagnostic.expected = "text that " + compiler + " accepts";
  if (first != messages.end()) {
    diagnostic.what += ": " + first->text;
    diagnostic.where = first->file;
    if (first->line) diagnostic.where += ":" + std::to_string(first->line);
    if (first->column) diagnostic.where += ":" + std::to_string(first->column);
  }
  return diagnostic;
}

}  // namespace

std::vector<TextMessage> read_messages(std::string_view compiler_output) {
  std::vector<TextMessage> messages;
  for_each_line(compiler_output, [&messages](std::string_view line) {
    for (const Word& word : words) {
      const auto at = line.find(word.text);
      if (at == std::string_view::npos) continue;
      TextMessage message;
      message.severity = word.severity;
      message.text = trimmed(line.substr(at + word.text.size()));
      read_place(line.substr(0, at), message);
      messages.push_back(std::move(message));
      return;
    }
  });
  return messages;
}

KernelTextError::KernelTextError(const std::string& compiler, const std::string& compiler_output)
    : Error(Fault::user, ErrorKind::value, diagnostic_of(compiler, compiler_output)),
      messages_(read_messages(compiler_output)) {}

}  // namespace ng
