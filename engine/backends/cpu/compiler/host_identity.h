// SPDX-License-Identifier: Apache-2.0
// Identifies the processor features that affect compiled code.
#pragma once

#include <string>

namespace ng {

// Family, model and all feature bits as text; equal on machines that may share compiled code. Uses
// CPUID, so that no compiler library has to be loaded.
const std::string& host_identity();

}  // namespace ng
