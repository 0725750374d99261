// SPDX-License-Identifier: Apache-2.0
// `ngraph bisect`: finds the pass that makes results wrong or a call slow.
#include "engine/analysis/compare/bisect_passes.h"

#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/tables/debug_table.h"

namespace ng::cli {
namespace {

BisectRecord bisected(const Arguments& arguments) {
  BisectRequest request;
  request.transformer = transformerName(arguments);
  request.options = compileOptions(arguments);
  request.tolerance = arguments.number("--tolerance", 0, 1e30, 1e-6);
  if (arguments.has("--slower")) {
    if (arguments.has("--tolerance"))
      throw UsageError(
          "--tolerance searches for wrong results, --slower for lost time: give one of them");
    request.slower = arguments.number("--slower", 1, 1e6, 0);
  }
  const Document document = openDocument(arguments);
  request.computation = chosenComputation(arguments, document);
  request.arguments = CallSource(arguments, document, request.computation).arguments(0);
  return bisect_passes(request);
}

std::string textOf(const BisectRecord& record) {
  const std::string_view measured =
      record.measure == BisectMeasure::time ? "microseconds" : "error";
  return tableText(trial_columns(), {"pass", measured, "result"}, trial_rows(record)) + "\n" +
         record.text + "\n";
}

int run(const Arguments& arguments) {
  const BisectRecord record = bisected(arguments);
  if (arguments.json()) {
    printJson({{"measure", name(record.measure)},
               {"limit", record.limit},
               {"culprit", record.culprit.empty() ? Json() : Json(record.culprit)},
               {"text", record.text},
               {"trials", rowsJson(trial_columns(), {"pass", "error", "microseconds", "good"},
                                   trial_rows(record))}});
  } else {
    print(textOf(record));
  }
  return record.culprit.empty() ? fine : checkFailed;
}

}  // namespace

const Command bisect_command = {
    .name = "bisect",
    .operands = "FILE",
    .summary =
        "Find the first pass that makes results wrong or a call slower (exit code 1 if found)",
    .options = withCallOptions(
        {{"--tolerance", "R", "allowed error against the reference results (default: 1e-6)"},
         {"--slower", "F", "find the pass that makes a call take F times as long instead"}}),
    .run = run,
};

}  // namespace ng::cli
