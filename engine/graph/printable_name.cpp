// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/printable_name.h"

#include "engine/base/error.h"
#include "engine/base/limits.h"
#include "engine/base/quote.h"

namespace ng {

namespace {

// A longer one could not be read again.
void require_length(const std::string& name) {
  const std::size_t most = Limits().name_bytes;
  if (name.size() <= most) return;
  Diagnostic diagnostic;
  diagnostic.what = "a name is too long";
  diagnostic.found = std::to_string(name.size()) + " bytes";
  diagnostic.expected = "at most " + std::to_string(most) + " bytes";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

std::string printable_name(std::string name) {
  require_length(name);
  if (!has_control_character(name)) return name;
  Diagnostic diagnostic;
  diagnostic.what = "a name contains a control character";
  diagnostic.found = quote(name);
  diagnostic.expected = "printable characters";
  diagnostic.action = "remove line breaks and other control characters from the name";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng
