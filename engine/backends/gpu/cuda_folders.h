// SPDX-License-Identifier: Apache-2.0
// Finds the folders of installed CUDA libraries.
#pragma once

#include <string>
#include <vector>

namespace ng {

// Existing folders in order of preference: CUDA_HOME and CUDA_PATH, the toolkit's installer, then
// wheels installed by pip (nvidia-cuda-nvrtc, …) in the active virtual environment, the user's
// packages or the system's.
std::vector<std::string> cuda_library_folders();

}  // namespace ng
