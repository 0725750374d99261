// SPDX-License-Identifier: Apache-2.0
// Runs the comparison that the user chose.
#pragma once

#include <functional>
#include <string>

#include "engine/analysis/compare/compare_transformers.h"
#include "engine/records/comparison_choice.h"
#include "engine/records/records.h"

namespace ng::views {

// `request` has the call; its sides and tolerance are those of `choice`. `path` is that of the
// document. `note` receives what could not be compared. Throws the errors of the engine's
// comparisons.
ComparisonRecord chosenComparison(CompareRequest request, const ComparisonChoice& choice,
                                  const std::string& path,
                                  const std::function<void(const Diagnostic&)>& note);

// Throws a value Error, unless the file at `path` is an ONNX model.
void requireOnnxModel(const std::string& path);

}  // namespace ng::views
