// SPDX-License-Identifier: Apache-2.0
// Op attributes as JSON: a list holds axes, an object an array or a non-finite number.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/formats/documents/document.h"
#include "engine/parsing/json_field.h"

namespace ng {

using AxisIds = std::set<std::string>;

nlohmann::ordered_json attribute_json(const AttributeModel& attribute);
// Looks axes up among `axes`; throws a bad_file Error that names an unknown one.
AttributeModel read_attribute_json(const JsonField& field, const AxisIds& axes);

}  // namespace ng
