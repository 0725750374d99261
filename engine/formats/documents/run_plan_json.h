// SPDX-License-Identifier: Apache-2.0
// Reads and writes run plans as JSON.
#pragma once

#include <string>

#include "engine/formats/documents/run_plan_model.h"
#include "engine/parsing/json_field.h"

namespace ng {

// Throws for paths outside of the document's folder. References to computations, placeholders and
// data are checked when the plan is bound.
RunPlan read_run_plan_json(const JsonField& field, Notes& notes);

// The text of the object, with inner lines indented by two.
// Without bindings outside the document's folder, which readers refuse.
std::string run_plan_text(const RunPlan& plan);
bool is_outside_folder(const PlanBinding& binding);  // a file with an absolute path

}  // namespace ng
