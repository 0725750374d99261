// SPDX-License-Identifier: Apache-2.0
// What a run plan specifies in detail, as text: settings of data, elements of arrays.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/formats/documents/run_plan_model.h"

namespace ng {

// "probabilities" -> "0.25, 0.75": all that decides the samples apart from origin and seed. The
// keys are those of plans in documents.
std::vector<std::pair<std::string, std::string>> settings_of(const PlanData& data);

// "1, 2, 3"; a hash if there are many elements; empty for a single one.
std::string elements_text(const TensorModel& tensor);

}  // namespace ng
