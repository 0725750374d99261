// SPDX-License-Identifier: Apache-2.0
// Turns a program of torch.export into a model that the ONNX importer reads: one node an op, with
// the ops of aten_ops.h. Modules are the scopes of names.
#pragma once

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/pytorch/pt2_program.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng::pytorch {

// Weights of a file are read when they are needed, but for those that are not row-major. `reader`
// is that of the program; neither need outlive the result. An op that changes its operand gives a
// new value of it. Throws bad_file Errors for values that nothing defines.
onnx::Model convert(const Program& program, const Reader& reader, Notes& notes);

extern const onnx::Dialect dialect;

}  // namespace ng::pytorch
