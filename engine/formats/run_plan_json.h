// SPDX-License-Identifier: Apache-2.0
// Run plans as JSON.
#pragma once

#include <string>

#include "engine/formats/json_field.h"
#include "engine/formats/run_plan_model.h"

namespace ng {

// Refuses paths that would leave the document's folder. References to computations, placeholders
// and data are checked when the plan is bound.
RunPlan read_run_plan_json(const JsonField& field, Notes& notes);

// The object's text, its inner lines indented by two.
std::string run_plan_text(const RunPlan& plan);

}  // namespace ng
