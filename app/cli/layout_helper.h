// SPDX-License-Identifier: Apache-2.0
// Graphviz's answer to a layout question, from the helper program beside this one.
#pragma once

#include <chrono>
#include <optional>

#include "views/layout/layout_types.h"

namespace ng::cli {

// Nothing when there is no helper, when it takes longer than `deadline` (it is killed), when it
// fails or answers nonsense; our own layout then stands.
std::optional<views::LayoutAnswer> askLayoutHelper(const views::LayoutJob& job,
                                                   std::chrono::milliseconds deadline);

// A program in the folder of this one; empty when it is not there.
std::string programBeside(const std::string& name);

}  // namespace ng::cli
