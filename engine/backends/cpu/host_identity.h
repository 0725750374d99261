// SPDX-License-Identifier: Apache-2.0
// What of this machine's processor decides the code compiled for it.
#pragma once

#include <string>

namespace ng {

// Family, model and every feature bit, as text: equal on machines that may share compiled code.
// Asked from the processor itself, so that no compiler library has to be opened for it.
const std::string& host_identity();

}  // namespace ng
