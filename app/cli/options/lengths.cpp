// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options/lengths.h"

#include <charconv>

namespace ng::cli {
namespace {

std::int64_t length(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault == std::errc() && end == text.data() + text.size() && value >= 0) return value;
  throw UsageError("--length: " + text + " is not a length; expected an integer from 0");
}

}  // namespace

std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text,
                                               const char* form) {
  const auto equals = text.find('=');
  if (equals == text.npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(option + " " + text + ": write " + form);
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<OptionSpec> withLengthOptions(std::vector<OptionSpec> own) {
  own.push_back({"--batch", "N", "override the length of the batch axis"});
  own.push_back({"--length", "AXIS=N",
                 "override the length of an axis (id or name) and of axes derived from it", true});
  return own;
}

RunOverrides lengthsOf(const Arguments& arguments) {
  RunOverrides chosen;
  chosen.batch_size = arguments.integer("--batch", 1, std::int64_t{1} << 32, 0);
  for (const std::string& text : arguments.values("--length")) {
    const auto [axis, number] = assignment("--length", text, "AXIS=N");
    chosen.axis_lengths[axis] = length(number);
  }
  return chosen;
}

}  // namespace ng::cli
