// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lengths.h"

#include <charconv>

#include "app/cli/feeds.h"
#include "engine/documents/model_calls.h"
#include "engine/formats/onnx/onnx_file.h"

namespace ng::cli {
namespace {

std::int64_t length(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault == std::errc() && end == text.data() + text.size() && value >= 1) return value;
  throw UsageError("--length: " + text + " is not a length; expected an integer from 1");
}

// Lengths of an ONNX model's open dimensions, from the arrays fed. Options have precedence.
OpenLengths fedLengths(const Arguments& arguments, const RunOverrides& chosen) {
  const std::map<std::string, Shape> shapes = fedShapes(arguments);
  if (shapes.empty()) return {};
  Reader reader(arguments.operand(0));
  if (reader.size() == 0 || !onnx_format.recognises(reader.first_bytes(64))) return {};
  Notes notes;
  OpenLengths lengths = lengths_of(*read_onnx(reader, notes), shapes);
  std::erase_if(lengths, [&](const auto& each) {
    const bool batch = each.first == "batch" || each.first == "batch_size" || each.first == "N";
    return chosen.axis_lengths.count(each.first) || (batch && chosen.batch_size != 0);
  });
  return lengths;
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
  const OpenLengths fed = fedLengths(arguments, chosen);
  chosen.axis_lengths.insert(fed.begin(), fed.end());
  return chosen;
}

}  // namespace ng::cli
