// SPDX-License-Identifier: Apache-2.0
#include "app/cli/workbench_picture.h"

#include <filesystem>

#include "app/cli/layout_helper.h"
#include "engine/backends/cpu/child_process.h"
#include "engine/base/error.h"

namespace ng::cli {
namespace {

constexpr std::chrono::minutes deadline{2};

[[noreturn]] void refuseDrawing(const std::string& out, const std::string& why,
                                const std::string& action) {
  Diagnostic diagnostic;
  diagnostic.what = "'" + out + "' cannot be drawn without the workbench";
  diagnostic.found = why;
  diagnostic.action = action;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

}  // namespace

void drawByWorkbench(const Arguments& arguments, const std::string& out) {
  const char* instead = "write an .svg instead, which needs no workbench";
  if (std::filesystem::path(out).extension() == ".pdf") {
    refuseDrawing(out, "PDF is written by the window's export only",
                  "export it from the graph view, or write an .svg");
  }
  const std::string workbench = programBeside("ngraph-workbench");
  if (workbench.empty()) refuseDrawing(out, "there is no ngraph-workbench beside ngraph", instead);
  std::vector<std::string> command = {workbench, arguments.operand(0), "--view",
                                      "graph",   "--screenshot",       out};
  const std::pair<const char*, const char*> passedOn[] = {{"--after", "--pass"},
                                                          {"--direction", "--direction"},
                                                          {"--computation", "--computation"},
                                                          {"--transformer", "--transformer"}};
  for (const auto& [ours, theirs] : passedOn) {
    if (const auto value = arguments.value(ours)) {
      command.emplace_back(theirs);
      command.push_back(*value);
    }
  }
  if (arguments.has("--unfolded")) command.emplace_back("--unfolded");
  command.emplace_back(arguments.has("--dark") ? "--dark" : "--light");
  const ChildResult result = run_child(command, deadline);
  if (!result.started || result.exit_code != 0) {
    refuseDrawing(out, result.timed_out ? "the workbench took too long" : result.output, instead);
  }
}

}  // namespace ng::cli
