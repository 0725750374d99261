// SPDX-License-Identifier: Apache-2.0
// A document as the program that builds it, in C++ or Python.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/formats/document.h"
#include "engine/formats/program_language.h"
#include "engine/formats/tensor_file.h"

namespace ng {

struct ProgramText {
  std::string text;
  std::vector<NamedTensor> arrays;  // too large for the text, which reads them from a file
};

// Of each loop how many of its outputs its step gives; those behind them the engine adds by itself.
// A loop that is not in it gives all.
using OwnOutputs = std::map<std::uint64_t, std::size_t>;

// Axes, ops under their names, and computations on a transformer, through public functions alone;
// metadata and the run plan are left out. The arrays of `model` are loaded; those that are not small
// are read from `arrays_file` (.npz). unavailable Error naming the op that no public function makes,
// such as one of a gradient that was expanded.
ProgramText write_program(const DocumentModel& model, const OwnOutputs& outputs,
                          const ProgramLanguage& language, const std::string& arrays_file);

const ProgramLanguage& python_language();
const ProgramLanguage& cpp_language();

}  // namespace ng
