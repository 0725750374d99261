// SPDX-License-Identifier: Apache-2.0
// `ngraph build`: builds a computation ahead of time.
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "engine/deploy/deploy_target.h"
#include "engine/deploy/deployment.h"

namespace ng::cli {
namespace {

WeightsPlace weightsPlace(const Arguments& arguments) {
  const std::string place = arguments.value("--weights").value_or("");
  if (place.empty()) return WeightsPlace::automatic;
  if (place == "inside") return WeightsPlace::inside;
  if (place == "file") return WeightsPlace::file;
  throw UsageError("--weights " + place + ": expected inside or file");
}

std::string targetName(const Arguments& arguments) {
  const std::string name = arguments.value("--target").value_or("native");
  std::vector<std::string> known;
  std::string all;
  for (const DeployTarget& target : deploy_targets()) {
    known.emplace_back(target.name);
    all += (all.empty() ? "" : ", ") + known.back();
    if (target.name == name) return name;
  }
  throw UsageError("no target '" + name + "'" + suggestion(name, known) + "; targets: " + all);
}

Json resultJson(const Deployment& built, const std::string& folder) {
  return {{"folder", folder},
          {"name", built.name},
          {"files", built.files},
          {"library", built.library},
          {"reason", built.reason},
          {"arena_bytes", built.arena_bytes},
          {"weight_bytes", built.weight_bytes},
          {"steps", built.steps},
          {"kernels", built.kernels}};
}

int run(const Arguments& arguments) {
  DeployOptions options;
  options.target = targetName(arguments);
  options.weights = weightsPlace(arguments);
  options.name = arguments.value("--name").value_or("");
  options.restore = arguments.value("--restore").value_or("");
  options.training = arguments.has("--training");
  options.compiles = !arguments.has("--sources");
  options.compile = compileOptions(arguments);
  const auto folder = arguments.value("--out");
  if (!folder) throw UsageError("--out DIR is required: the folder for the program's files");
  const Document document = openDocument(arguments);
  checkFedShapes(arguments, document);
  const Deployment built = deploy(chosenComputation(arguments, document), *folder, options);
  if (arguments.json()) {
    printJson(resultJson(built, *folder));
    return fine;
  }
  print(*folder + ": " + built.name + ", " +
        plural(static_cast<std::int64_t>(built.steps), "step") + ", " +
        plural(static_cast<std::int64_t>(built.kernels), "kernel") + "; weights " +
        byteText(built.weight_bytes) + ", arena " + byteText(built.arena_bytes) + "\n");
  std::string files;
  for (const std::string& file : built.files) files += "  " + file + "\n";
  print(files);
  if (built.library.empty()) print("  no library: " + built.reason + "\n");
  return fine;
}

}  // namespace

const Command build_command = {
    .name = "build",
    .operands = "FILE",
    .summary = "Build a computation ahead of time: a C library that needs libc, libm and threads",
    .options = withShapeOptions({
        {"--out", "DIR", "new or empty folder for the program's files"},
        {"--computation", "C", "computation by name (default: the plan's, else the first)"},
        {"--name", "PREFIX", "prefix of the symbols and files (default: the computation's name)"},
        {"--target", "T", "native, x86-64, x86-64-v3, x86-64-v4 or aarch64 (default: native)"},
        {"--training", "", "for a computation that changes variables: adds save and restore"},
        {"--restore", "CKPT", "take the variables' values from a checkpoint"},
        {"--weights", "inside|file", "where the variables are (default: inside up to 1 MiB)"},
        {"--sources", "", "write sources only; do not compile the library"},
        {"--disable", "P", "disable a pass or a rewrite rule; may be repeated", true},
        {"--pipeline", "L", "graph passes to run, in this order: name,name,..."},
    }),
    .run = run,
};

}  // namespace ng::cli
