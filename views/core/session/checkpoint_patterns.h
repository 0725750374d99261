// SPDX-License-Identifier: Apache-2.0
// Names of files of tensors, for dialogs. Files with other names are recognised by their content.
#pragma once

namespace ng::views {

inline constexpr const char* checkpointPatterns =
    "*.safetensors *.index.json *.pt *.pth *.bin *.npz *.npy";

}  // namespace ng::views
