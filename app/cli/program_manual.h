// SPDX-License-Identifier: Apache-2.0
// What the manual page and the completion of `ngraph` contain, from the table of commands.
#pragma once

#include "app/cli/arguments.h"
#include "app/manual/manual.h"

namespace ng::cli {

manual::Program programManual();

}  // namespace ng::cli
