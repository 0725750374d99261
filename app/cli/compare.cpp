// SPDX-License-Identifier: Apache-2.0
// ngraph compare
#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/comparison.h"
#include "app/cli/json.h"
#include "app/cli/output.h"

namespace ng::cli {
namespace {

Json differenceJson(const Difference& d) {
  return {{"op", d.op},
          {"id", idJson(d.id)},
          {"axes", d.axes},
          {"relative", std::isfinite(d.relative) ? Json(d.relative) : Json("inf")},
          {"element", d.element},
          {"left", number(d.left)},
          {"right", number(d.right)},
          {"agrees", d.agrees}};
}

std::string differenceText(const Difference& d) {
  return d.op + " " + d.axes + ": element " + std::to_string(d.element) + " is " + number(d.left) +
         " and " + number(d.right) + ", " + number(d.relative) + " apart";
}

const Difference* firstDivergence(const std::vector<Difference>& all) {
  for (const Difference& d : all) {
    if (!d.agrees) return &d;
  }
  return nullptr;
}

std::string summary(const std::vector<Difference>& all, const char* what) {
  const Difference* most = nullptr;
  for (const Difference& d : all) {
    if (!most || d.relative > most->relative) most = &d;
  }
  std::string text = plural(static_cast<std::int64_t>(all.size()), what);
  if (most && most->relative > 0) text += ", furthest apart: " + differenceText(*most);
  return text + "\n";
}

std::string comparisonText(const Comparison& comparison, const std::vector<Difference>& ops,
                           const std::vector<Difference>& results) {
  const Difference *op = firstDivergence(ops), *result = firstDivergence(results);
  std::string text = comparison.left() + " against " + comparison.right() + ", rtol " +
                     number(comparison.rtol()) + "\n" + summary(ops, "op") +
                     summary(results, "result");
  if (op) return text + "first divergence: " + differenceText(*op) + "\n";
  if (result) return text + "only the fused program diverges: " + differenceText(*result) + "\n";
  return text + "they agree\n";
}

int run(const Arguments& arguments) {
  if (arguments.has("--transformer")) throw UsageError("'compare' takes --left T and --right T");
  const Comparison comparison(arguments, openDocument(arguments));
  const std::vector<Difference> ops = comparison.ofOps(), results = comparison.ofResults();
  const Difference* op = firstDivergence(ops);
  const bool agrees = !op && !firstDivergence(results);
  if (arguments.json()) {
    Json opsJson = Json::array(), resultsJson = Json::array();
    for (const Difference& d : ops) opsJson.push_back(differenceJson(d));
    for (const Difference& d : results) resultsJson.push_back(differenceJson(d));
    printJson({{"left", comparison.left()},
               {"right", comparison.right()},
               {"rtol", comparison.rtol()},
               {"agrees", agrees},
               {"first_divergence", op ? Json(op->op) : Json()},
               {"results", resultsJson},
               {"ops", opsJson}});
  } else {
    print(comparisonText(comparison, ops, results));
  }
  return agrees ? fine : checkFailed;
}

}  // namespace

const Command compare_command = {
    .name = "compare",
    .operands = "FILE",
    .summary = "One call on two transformers, op by op: where they first diverge (exit code 1)",
    .options = withCallOptions(
        {{"--left", "T", "one transformer; cpu without it"},
         {"--right", "T", "the other; reference without it"},
         {"--rtol", "R", "relative difference allowed besides rounding; 1e-5 without it"}}),
    .run = run,
};

}  // namespace ng::cli
