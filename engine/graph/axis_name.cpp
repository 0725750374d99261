// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/axis_name.h"

namespace ng {

std::string shown_axis_name(std::string text) {
  for (auto at = text.find(shadow_suffix); at != std::string::npos;
       at = text.find(shadow_suffix, at))
    text.replace(at, shadow_suffix.size(), "′");
  return text;
}

bool is_axis_name(std::string_view name, std::string_view meant) {
  return name == meant || shown_axis_name(std::string(name)) == meant;
}

}  // namespace ng
