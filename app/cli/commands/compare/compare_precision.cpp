// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare/compare_precision.h"

#include <algorithm>
#include <utility>

#include "app/cli/commands/compare/compare_output.h"
#include "app/cli/commands/compare/compare_values.h"
#include "app/cli/compiled.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/analysis/compare/precision/compare_precisions.h"
#include "engine/analysis/compare/precision/in_precision.h"
#include "engine/base/epsilon.h"
#include "engine/records/precision_words.h"
#include "engine/tables/comparison_table.h"

namespace ng::cli {
namespace {

DType precisionOf(const Arguments& arguments) {
  const std::string wanted = arguments.value("--precision").value_or("");
  std::vector<std::string> known;
  for (const auto& [word, dtype] : precision_words) {
    if (wanted == word || wanted == name(dtype)) return dtype;
    known.insert(known.end(), {std::string(word), std::string(name(dtype))});
  }
  throw UsageError("no precision '" + wanted + "'" + suggestion(wanted, known) +
                   "; precisions: bf16, f16, f32, f64");
}

// Null: no op adds an error of its own.
const OpDifference* largestOwn(const std::vector<OpDifference>& ops) {
  const OpDifference* most = nullptr;
  for (const OpDifference& op : ops)
    if (op.own && *op.own > (most ? *most->own : 0)) most = &op;
  return most;
}

std::string toleranceText(const Arguments& arguments, const ComparisonRecord& record,
                          DType coarsest) {
  const std::string text = "rtol " + number(record.rtol);
  if (arguments.has("--rtol")) return text;
  return text + " (" + std::to_string(precision_tolerance) + " times the epsilon of " +
         std::string(name(coarsest)) + ")";
}

std::string verdict(const ComparisonRecord& record) {
  const OpDifference* first = record.first_divergence();
  if (!first) return verdictText(record);
  const auto diverging = std::count_if(record.ops.begin(), record.ops.end(),
                                       [](const OpDifference& op) { return !op.agrees; });
  return std::to_string(diverging) + " of " + plural(std::ssize(record.ops), "op") +
         (diverging == 1 ? " diverges" : " diverge") +
         "\nfirst divergence: " + differenceText(*first) +
         (first->own ? ", " + number(*first->own) + " of its own" : "") + "\n";
}

std::string precisionText(const Arguments& arguments, const ComparisonRecord& record,
                          DType coarsest) {
  std::string text = record.left + " against " + record.right + ", " +
                     toleranceText(arguments, record, coarsest) + "\n\n";
  const auto table = [](const std::vector<OpDifference>& rows) {
    return tableText(
        comparison_columns(),
        {"op", "axes", "max_abs", "relative", "own", "ulps", "cosine", "overflow", "agrees"}, rows);
  };
  text += table(record.ops) + "\nResults of the fused program:\n" + table(record.results) + "\n";
  if (const OpDifference* own = largestOwn(record.ops))
    text += "largest own error: " + own->name + " " + own->axes + ", " + number(*own->own) + "\n";
  return text + verdict(record) + elementsText(record);
}

Json precisionJson(const ComparisonRecord& record, DType precision) {
  const OpDifference* own = largestOwn(record.ops);
  Json json = comparisonJson(record);
  json["precision"] = name(precision);
  json["largest_own"] = own ? Json(own->name) : Json();
  return json;
}

}  // namespace

int compareWithPrecision(const Arguments& arguments, CompareRequest request) {
  const DType precision = precisionOf(arguments);
  if (arguments.has("--right"))
    throw UsageError("--precision compares a transformer with itself; it takes no --right");
  refuseMatchOptions(arguments);
  const Document document = openDocument(arguments);
  request.computation = chosenComputation(arguments, document);
  request.arguments = CallSource(arguments, document, request.computation).arguments(0);
  const DType coarsest = coarsest_type(request.computation, precision);
  if (!arguments.has("--rtol")) request.rtol = precision_tolerance * epsilon(coarsest);
  const ComparisonRecord record = compare_precisions(request, precision);
  if (arguments.json())
    printJson(precisionJson(record, precision));
  else
    print(precisionText(arguments, record, coarsest));
  return allAgree(record) ? fine : checkFailed;
}

}  // namespace ng::cli
