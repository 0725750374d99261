// SPDX-License-Identifier: Apache-2.0
// Turns a StableHLO module into a model that the ONNX importer reads: one node an op, with the ops
// of stablehlo_ops.h. Calls are inlined; branches and loops become those of ONNX.
#pragma once

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/stablehlo/stablehlo_module.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng::stablehlo {

// The program is the function "main", or else the first one. Constants of floats with two
// dimensions or more are weights. Throws bad_file Errors, which name the line, for values that
// nothing defines and functions that call themselves. `module` need not outlive the result.
onnx::Model convert(const Module& module, Notes& notes);

extern const onnx::Dialect dialect;

}  // namespace ng::stablehlo
