// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pictures/workbench_picture.h"

#include "app/cli/pictures/layout_helper.h"
#include "engine/backends/child_process.h"
#include "engine/base/error.h"

namespace ng::cli {
namespace {

constexpr std::chrono::minutes deadline{2};

[[noreturn]] void refuseDrawing(const std::string& out, const std::string& why,
                                const std::string& action) {
  Diagnostic diagnostic;
  diagnostic.what = "'" + out + "' could not be drawn";
  diagnostic.found = why;
  diagnostic.action = action;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

}  // namespace

void drawByWorkbench(const Arguments& arguments, const std::string& out) {
  const char* instead = "write an .svg instead, which does not need the workbench";
  const std::string workbench = programBeside("ngraph-workbench");
  if (workbench.empty())
    refuseDrawing(out, "this format needs ngraph-workbench, which is not in the folder of ngraph",
                  instead);
  std::vector<std::string> command = {workbench, arguments.operand(0), "--export", out};
  const std::pair<const char*, const char*> passedOn[] = {{"--after", "--pass"},
                                                          {"--direction", "--direction"},
                                                          {"--computation", "--computation"},
                                                          {"--transformer", "--transformer"},
                                                          {"--expand", "--open"},
                                                          {"--scale", "--scale"}};
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
    const std::string said = result.output.substr(0, result.output.find_last_not_of(" \n") + 1);
    refuseDrawing(out, result.timed_out ? "the workbench exceeded its time limit" : said, instead);
  }
}

}  // namespace ng::cli
