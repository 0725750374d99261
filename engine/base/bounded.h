// SPDX-License-Identifier: Apache-2.0
// Limits the length of messages.
#pragma once

#include "engine/base/error.h"

namespace ng {

// Shortens each text of the diagnostic to at most 4 KiB by omitting the middle, because texts from
// files and users may be of any length. Every Error contains a bounded diagnostic.
Diagnostic bounded(Diagnostic diagnostic);

}  // namespace ng
