// SPDX-License-Identifier: Apache-2.0
// Writes a document as a C++ or Python program that builds it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/formats/documents/document.h"
#include "engine/formats/programs/program_language.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

struct ProgramText {
  std::string text;
  std::vector<NamedTensor> arrays;  // too large for the text; read from a file
};

// Number of outputs that the step of each loop returns; the engine adds the others. A missing loop
// returns all outputs.
using OwnOutputs = std::map<std::uint64_t, std::size_t>;

// Writes axes, ops under their names, and computations on a transformer, using only public
// functions; omits metadata and the run plan. The arrays of `model` must be loaded; large ones are
// read from `arrays_file` (.npz). Throws an unavailable Error that names an op without a public
// function, such as an op of an expanded gradient.
ProgramText write_program(const DocumentModel& model, const OwnOutputs& outputs,
                          const ProgramLanguage& language, const std::string& arrays_file);

const ProgramLanguage& python_language();
const ProgramLanguage& cpp_language();

}  // namespace ng
