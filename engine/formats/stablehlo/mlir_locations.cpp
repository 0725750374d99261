// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/mlir_locations.h"

#include <climits>

namespace ng::stablehlo {

MlirLocations::MlirLocations(std::string_view text, MlirScanner& scanner) : scanner_(scanner) {
  constexpr std::string_view definition = " = loc";
  for (std::size_t at = text.find("#loc"); at != text.npos; at = text.find("\n#loc", at)) {
    if (text[at] == '\n') ++at;
    const std::size_t end = text.find_first_of(" \n", at);
    if (end == text.npos) break;
    if (text.substr(end).starts_with(definition))
      definitions_.emplace(text.substr(at + 1, end - at - 1), end + definition.size());
    at = end;
  }
}

Location MlirLocations::optional_location() {
  return scanner_.accept_word("loc") ? parenthesised() : Location();
}

Location MlirLocations::parenthesised() {
  scanner_.expect("(");
  Location made = content();
  scanner_.expect(")");
  return made;
}

Location MlirLocations::content() {
  const MlirScanner::Nested nested(scanner_);
  if (scanner_.peek() == '"') return text_location();
  if (scanner_.accept("#")) return alias(scanner_.name());
  if (scanner_.accept_word("callsite")) {
    scanner_.expect("(");
    Location callee = content();
    if (!scanner_.accept_word("at")) scanner_.fail("a location cannot be read", "'at'");
    // Callers may be as many as the stack was deep.
    if (callee.line == 0)
      callee = content();
    else
      scanner_.raw_until({});
    scanner_.expect(")");
    callee.name.clear();  // of a function of Python
    return callee;
  }
  if (scanner_.accept_word("fused")) {
    if (scanner_.peek() == '<') scanner_.balanced();
    scanner_.expect("[");
    Location first;
    while (!scanner_.accept("]")) {
      const Location next = content();
      if (first.name.empty()) first.name = next.name;
      if (first.line == 0) first.file = next.file, first.line = next.line;
      if (scanner_.peek() != ']') scanner_.expect(",");
    }
    return first;
  }
  if (scanner_.peek() != ')') scanner_.raw_until(",)]");  // "unknown"
  return {};
}

// A name, or a file with line and column.
Location MlirLocations::text_location() {
  Location made;
  std::string text = scanner_.quoted();
  if (scanner_.accept(":")) {
    made.file = std::move(text);
    const std::int64_t line = scanner_.integer();
    made.line = line > 0 && line < INT_MAX ? static_cast<int>(line) : 0;
    scanner_.raw_until(",)] ");
    if (scanner_.accept_word("to") && scanner_.peek() != ')') scanner_.raw_until(",)] ");
    return made;
  }
  if (scanner_.accept("(")) {
    made = content();
    scanner_.expect(")");
  }
  made.name = std::move(text);
  return made;
}

Location MlirLocations::alias(const std::string& name) {
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  const auto at = definitions_.find(name);
  if (at == definitions_.end()) return {};
  const std::size_t here = scanner_.at();
  known_.emplace(name, Location());  // of an alias that refers to itself
  scanner_.go_to(at->second);
  Location made = parenthesised();
  scanner_.go_to(here);
  known_[name] = made;
  return made;
}

}  // namespace ng::stablehlo
