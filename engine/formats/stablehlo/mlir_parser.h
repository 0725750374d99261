// SPDX-License-Identifier: Apache-2.0
// Parses a module of MLIR whose functions consist of StableHLO ops, in their readable or generic
// form. Ops of other dialects are read if they have one of these forms.
#pragma once

#include <string_view>

#include "engine/base/limits.h"
#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng::stablehlo {

// Throws bad_file Errors that name `path`, line and column.
Module parse_module(std::string_view text, const std::string& path, const Limits& limits);

}  // namespace ng::stablehlo
