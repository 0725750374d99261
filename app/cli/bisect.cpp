// SPDX-License-Identifier: Apache-2.0
// ngraph bisect
#include "engine/session/bisect_passes.h"

#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/feeds.h"
#include "app/cli/json.h"
#include "app/cli/output.h"

namespace ng::cli {
namespace {

BisectRecord bisected(const Arguments& arguments) {
  BisectRequest request;
  request.transformer = transformerName(arguments);
  request.options = compileOptions(arguments);
  request.tolerance = arguments.number("--tolerance", 0, 1e30, 1e-6);
  if (arguments.has("--slower")) {
    if (arguments.has("--tolerance"))
      throw UsageError("--tolerance looks for wrong results, --slower for time: give one of them");
    request.slower = arguments.number("--slower", 1, 1e6, 0);
  }
  const Document document = openDocument(arguments);
  request.computation = chosenComputation(arguments, document);
  request.arguments = CallSource(arguments, document, request.computation).arguments(0);
  return bisect_passes(request);
}

std::string textOf(const BisectRecord& record) {
  const bool timed = record.measure == "time";
  Table table({"passes up to", timed ? ">us a call" : ">from the reference", ""});
  for (const BisectTrial& trial : record.trials)
    table.add({trial.pass.empty() ? "none" : trial.pass,
               number(timed ? trial.microseconds : trial.error),
               trial.good ? "" : trial.pass == record.culprit ? "bad: the first" : "bad"});
  return table.text() + "\n" + record.text + "\n";
}

int run(const Arguments& arguments) {
  const BisectRecord record = bisected(arguments);
  if (arguments.json()) {
    Json trials = Json::array();
    for (const BisectTrial& trial : record.trials)
      trials.push_back({{"pass", trial.pass},
                        {"error", trial.error},
                        {"microseconds", trial.microseconds},
                        {"good", trial.good}});
    printJson({{"measure", record.measure},
               {"limit", record.limit},
               {"culprit", record.culprit.empty() ? Json() : Json(record.culprit)},
               {"text", record.text},
               {"trials", trials}});
  } else {
    print(textOf(record));
  }
  return record.culprit.empty() ? fine : checkFailed;
}

}  // namespace

const Command bisect_command = {
    .name = "bisect",
    .operands = "FILE",
    .summary = "The first pass after which the results are wrong, or time is lost (exit code 1)",
    .options = withCallOptions(
        {{"--tolerance", "R", "allowed difference from the reference results; 1e-6 without it"},
         {"--slower", "F", "looks for time instead: a call takes F times as long with the pass"}}),
    .run = run,
};

}  // namespace ng::cli
