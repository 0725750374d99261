// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/value_names.h"

#include <algorithm>
#include <cctype>

namespace ng::stablehlo {
namespace {

constexpr std::string_view jit = "jit(";

// "relu" of "jit(relu)".
std::string without_jit(const std::string& part) {
  const bool jitted = part.starts_with(jit) && part.ends_with(')');
  return jitted ? part.substr(jit.size(), part.size() - jit.size() - 1) : part;
}

struct Path {
  std::string text;
  bool absolute = false;  // behind the function that was compiled
};

// "dense/dot_general" of "jit(f)/dense/dot_general". Empty: the location names no op.
Path path_of(const std::string& location) {
  Path path;
  int depth = 0;
  std::string part;
  for (const char c : location + "/") {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c != '/' || depth > 0) {
      part += c;
      continue;
    }
    const bool compiled = path.text.empty() && !path.absolute && part.starts_with(jit);
    if (compiled)
      path.absolute = true;
    else if (!part.empty())
      path.text += (path.text.empty() ? "" : "/") + without_jit(part);
    part.clear();
  }
  return path;
}

std::string short_name(const std::string& op) {
  return op.substr(op.rfind('.') + 1);
}

bool is_number(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

std::string ValueNames::unique(const std::string& wanted) {
  std::string name = wanted;
  for (int& count = taken_[wanted]; ++count > 1;) {
    name = wanted + "_" + std::to_string(count);
    if (!taken_.contains(name)) {
      taken_.emplace(name, 1);
      break;
    }
  }
  return name;
}

std::string ValueNames::wanted(const Operation& op, const std::string& result,
                               const std::string& prefix) {
  const std::string base = result.substr(0, result.find('#'));
  const bool named = !base.empty() && !is_number(base);
  const Path path = path_of(op.location.name);
  if (op.name == "stablehlo.constant" || path.text.empty())
    return prefix + (named ? base : short_name(op.name));
  return (path.absolute ? "" : prefix) + path.text;
}

std::string ValueNames::prefix_of(const Operation& call, const std::string& callee,
                                  const std::string& prefix) {
  const Path path = path_of(call.location.name);
  if (path.text.empty()) return prefix + callee + "/";
  return (path.absolute ? "" : prefix) + path.text + "/";
}

}  // namespace ng::stablehlo
