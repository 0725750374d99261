// SPDX-License-Identifier: Apache-2.0
// StableHLO modules as text (.mlir, .stablehlo), which JAX, PyTorch/XLA and IREE write.
#pragma once

#include <memory>
#include <string_view>

#include "engine/base/note.h"
#include "engine/formats/format.h"
#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng {

// Does the text begin as a module of MLIR?
bool recognises_stablehlo(std::string_view first_bytes);

// Reads structure, types and constants, not the meaning of ops. bad_file Errors name line and
// column. A module without ops of StableHLO is refused.
std::shared_ptr<const stablehlo::Module> read_stablehlo(Reader& reader, Notes& notes);

extern const Format stablehlo_format;

}  // namespace ng
