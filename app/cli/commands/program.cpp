// SPDX-License-Identifier: Apache-2.0
// `ngraph program`: prints the compiled program.
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/records/compilation_record.h"

namespace ng::cli {
namespace {

int run(const Arguments& arguments) {
  const CompilationRecordPtr shown = shownCompilation(arguments);
  const CompilationRecord& record = *shown;
  if (!arguments.json()) {
    print(record.program.text);
    return fine;
  }
  Json lines = Json::array();
  for (const LineOps& line : record.program.lines) {
    Json ops = Json::array();
    for (OpId op : line.ops) ops.push_back(idJson(op));
    lines.push_back({{"line", line.line}, {"ops", ops}});
  }
  Json steps = Json::array();
  for (const StepRecord& step : record.steps) steps.push_back(asJson(step));
  printJson({{"computation", record.computation},
             {"transformer", record.transformer},
             {"text", record.program.text},
             {"lines", lines},
             {"steps", steps}});
  return fine;
}

}  // namespace

const Command program_command = {
    .name = "program",
    .operands = "FILE",
    .summary = "Print the compiled program: storage, allocate, init, procedure, save, restore",
    .options = withRankOptions(withCallOptions({})),
    .run = run,
};

}  // namespace ng::cli
