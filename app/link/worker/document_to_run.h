// SPDX-License-Identifier: Apache-2.0
// The calls that the window makes of a computation.
#pragma once

#include <string>

#include "engine/documents/document.h"

namespace ng::views {

// The document with a plan for `computation`: its own plan, the batches of an evaluation, or a
// single call.
Document documentToRun(const Document& document, const std::string& computation);

}  // namespace ng::views
