// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/json_line.h"

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

std::string leaf(const ordered_json& json) {
  try {
    return json.dump();
  } catch (const ordered_json::type_error&) {
    refuse(ErrorKind::value,
           "a text to be saved is not valid UTF-8: " + quote(json.get_ref<const std::string&>()));
  }
}

}  // namespace

std::string json_line(const ordered_json& json) {
  if (!json.is_structured()) return leaf(json);
  std::string text = json.is_object() ? "{" : "[";
  bool first = true;
  for (auto at = json.begin(); at != json.end(); ++at) {
    if (!first) text += ", ";
    first = false;
    if (json.is_object()) text += leaf(ordered_json(at.key())) + ": ";
    text += json_line(*at);
  }
  return text + (json.is_object() ? "}" : "]");
}

}  // namespace ng
