// SPDX-License-Identifier: Apache-2.0
// Table of all commands.
#pragma once

#include <span>

#include "app/cli/command.h"

namespace ng::cli {

std::span<const Command* const> commandTable();
const Command* findCommand(std::string_view name);  // null: unknown command

}  // namespace ng::cli
