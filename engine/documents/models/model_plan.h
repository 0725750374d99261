// SPDX-License-Identifier: Apache-2.0
// The run plan of a model, whose file has none.
#pragma once

#include <string>
#include <vector>

#include "engine/documents/models/recorded_inputs.h"
#include "engine/formats/documents/run_plan_model.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng {

// One call of the computation "inference". Its inputs, whose placeholders have these `names`, are
// the recorded arrays if they have the lengths of the placeholders, else random.
RunPlan model_plan(const onnx::ImportedModel& model, const std::vector<std::string>& names,
                   const RecordedInputs& recorded);

}  // namespace ng
