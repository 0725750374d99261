// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/printable_name.h"

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {

std::string printable_name(std::string name) {
  if (!has_control_character(name)) return name;
  Diagnostic diagnostic;
  diagnostic.what = "a name contains a control character";
  diagnostic.found = quote(name);
  diagnostic.expected = "printable characters";
  diagnostic.action = "remove line breaks and other control characters from the name";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng
