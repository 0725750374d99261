// SPDX-License-Identifier: Apache-2.0
// `ngraph checkpoint convert` and `ngraph checkpoint bind`.
#pragma once

#include <string>

#include "app/cli/arguments.h"
#include "engine/documents/binding/checkpoint_match.h"
#include "engine/documents/binding/tensor_rules.h"

namespace ng::cli {

// The rules of --rename and --transpose.
TensorRules tensorRules(const Arguments& arguments);

// The choices of --rename, --transpose, --tensor and --suggested.
BindingChoices bindingChoices(const Arguments& arguments);

int convertCheckpoint(const Arguments& arguments, const std::string& in, const std::string& out);

// Shows how the tensors of `in` bind to the variables of `document`, and saves them as a checkpoint
// of it with --save.
int bindCheckpoint(const Arguments& arguments, const std::string& in, const std::string& document);

}  // namespace ng::cli
