// SPDX-License-Identifier: Apache-2.0
// Where CUDA's libraries are installed.
#pragma once

#include <string>
#include <vector>

namespace ng {

// Existing folders, the preferred first: those of CUDA_HOME and CUDA_PATH, of the toolkit's
// installer, of the wheels that pip installs (nvidia-cuda-nvrtc, …) into the active virtual
// environment, the user's packages or the system's.
std::vector<std::string> cuda_library_folders();

}  // namespace ng
