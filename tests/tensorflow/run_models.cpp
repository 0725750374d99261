// SPDX-License-Identifier: Apache-2.0
// ngraph_tensorflow_models FOLDER [TRANSFORMER [TOLERANCE]]: checks every model of a folder (see
// tensorflow_check.h) and prints a line for each: name, outcome and reason, separated by tabs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "engine/base/error.h"
#include "tests/tensorflow/tensorflow_check.h"

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: ngraph_tensorflow_models FOLDER [TRANSFORMER [TOLERANCE]]\n");
    return 2;
  }
  const std::string transformer = count > 2 ? arguments[2] : "cpu";
  const double tolerance = count > 3 ? std::atof(arguments[3]) : 1e-4;
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    const std::string suffix = entry.path().extension().string();
    const bool known = suffix == ".pb" || suffix == ".pbtxt" || suffix == ".meta" ||
                       suffix == ".keras" || suffix == ".h5" || suffix == ".tflite" ||
                       suffix == ".pt2" || suffix == ".mlir" || suffix == ".stablehlo";
    const bool weights = entry.path().stem().extension() == ".weights";
    const bool saved_model = std::filesystem::exists(entry.path() / "saved_model.pb");
    if (saved_model || (known && !weights)) models.push_back(entry.path());
  }
  std::sort(models.begin(), models.end());
  for (const std::filesystem::path& path : models) {
    const std::string name = path.filename().string();
    static const char* const words[] = {"equal", "refused", "different"};
    try {
      const ng::ModelOutcome outcome = ng::check_tensorflow(path.string(), transformer, tolerance);
      std::printf("%s\t%s\t%s\n", name.c_str(), words[static_cast<int>(outcome.kind)],
                  outcome.text.c_str());
    } catch (const ng::Error& error) {
      const ng::Diagnostic& d = error.diagnostic();
      std::printf("%s\tfailed\t%s %s %s\n", name.c_str(), d.what.c_str(), d.where.c_str(),
                  d.found.c_str());
    }
    std::fflush(stdout);
  }
  return 0;
}
