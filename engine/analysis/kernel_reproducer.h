// SPDX-License-Identifier: Apache-2.0
// Generates the files of a kernel reproducer other than the kernel itself.
#pragma once

#include "engine/analysis/kernel_case.h"

namespace ng {

std::string reproducer_main(const KernelCase& kernel);   // main.cpp
std::string reproducer_build(const KernelCase& kernel);  // build.sh

}  // namespace ng
