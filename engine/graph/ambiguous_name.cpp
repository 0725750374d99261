// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ambiguous_name.h"

#include <algorithm>

#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr std::size_t most_listed = 10;

}  // namespace

Diagnostic ambiguous_name(const std::string& name, const std::vector<std::string>& full_names) {
  Diagnostic diagnostic;
  diagnostic.what = "there are " + std::to_string(full_names.size()) + " ops " + quote(name);
  for (std::size_t i = 0; i < std::min(most_listed, full_names.size()); ++i)
    diagnostic.expected += (i > 0 ? ", " : "one of: ") + full_names[i];
  if (full_names.size() > most_listed) diagnostic.expected += ", …";
  diagnostic.action = "write the full name";
  return diagnostic;
}

}  // namespace ng
