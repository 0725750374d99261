// SPDX-License-Identifier: Apache-2.0
// Keeps long work of the engine's thread from slowing the window.
#pragma once

#include <functional>

#include "engine/documents/document.h"

namespace ng::views {

// Runs work about a large document on a low-priority thread, so that the window gets the processors
// it needs. The thread ends with the work: the engine's thread itself must keep normal priority to
// run programs. Rethrows what the work throws.
void runAtLowPriority(const Document& document, const std::function<void()>& work);

}  // namespace ng::views
