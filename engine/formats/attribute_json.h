// SPDX-License-Identifier: Apache-2.0
// Attributes of ops as JSON: a list is axes, an object an array or a number that JSON lacks.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/formats/document.h"
#include "engine/formats/json_field.h"

namespace ng {

using AxisIds = std::set<std::string>;

nlohmann::ordered_json attribute_json(const AttributeModel& attribute);
// Axes are looked up among `axes`; a bad_file Error names one that is not there.
AttributeModel read_attribute_json(const JsonField& field, const AxisIds& axes);

}  // namespace ng
