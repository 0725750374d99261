// SPDX-License-Identifier: Apache-2.0
// Messages of bounded length.
#pragma once

#include "engine/base/error.h"

namespace ng {

// The diagnostic with each text cut to at most 4 KiB, its middle left out: what a file or a user
// gave may be of any length. Every Error holds one that is bounded.
Diagnostic bounded(Diagnostic diagnostic);

}  // namespace ng
