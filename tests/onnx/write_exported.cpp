// SPDX-License-Identifier: Apache-2.0
// ngraph_exported_models FOLDER: writes the cases of exported_cases.h into the folder, and prints
// those that cannot be written: name and reason, separated by a tab.
#include <cstdio>
#include <filesystem>

#include "tests/onnx/exported_cases.h"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: ngraph_exported_models FOLDER\n");
    return 2;
  }
  const std::string folder = arguments[1];
  std::filesystem::create_directories(folder);
  ng::for_each_exported_case([&](const ng::ExportedCase& exported) {
    const std::string reason = ng::write_exported_case(exported, folder);
    if (!reason.empty()) std::printf("%s\t%s\n", exported.name.c_str(), reason.c_str());
  });
  return 0;
}
