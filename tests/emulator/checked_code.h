// SPDX-License-Identifier: Apache-2.0
// Code of the Clang plugin that calls the hooks of device_header().
#pragma once

#include <memory>
#include <string>

#include "engine/backends/code_cache/disk_cache.h"

namespace ng::emulator {

// A relocatable object; without the plugin a shared library of the host's compiler, which calls no
// hooks. From the engine's cache of code where it was compiled before. Throws KernelTextError if
// the text does not compile.
std::shared_ptr<const CachedCode> checked_code(const std::string& source);

}  // namespace ng::emulator
