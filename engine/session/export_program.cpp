// SPDX-License-Identifier: Apache-2.0
#include "engine/session/export_program.h"

#include <filesystem>

#include "engine/base/atomic_file.h"
#include "engine/formats/npz.h"
#include "engine/formats/python_program.h"
#include "engine/session/export_document.h"

namespace ng {

std::string export_python_program(const Document& document, const std::string& path) {
  const std::string arrays = std::filesystem::path(path).replace_extension(".npz").string();
  const PythonProgram program =
      python_program(export_document(document), std::filesystem::path(arrays).filename().string());
  if (!program.arrays.empty()) write_npz(arrays, refs({program.arrays, {}}));
  write_file(path, program.text);
  return program.arrays.empty() ? "" : arrays;
}

}  // namespace ng
