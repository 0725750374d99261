// SPDX-License-Identifier: Apache-2.0
// `ngraph compare`: runs one call on two transformers, or compares it with values from elsewhere,
// and reports the first divergence.
#include "engine/analysis/compare/compare_transformers.h"

#include "app/cli/commands.h"
#include "app/cli/commands/compare/compare_output.h"
#include "app/cli/commands/compare/compare_precision.h"
#include "app/cli/commands/compare/compare_values.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/onnxruntime_option.h"
#include "app/cli/output.h"
#include "engine/backends/backend_table.h"

namespace ng::cli {
namespace {

constexpr double usualTolerance = 1e-5;
constexpr std::int64_t mostElements = 10'000;  // of an op that are listed

std::string summary(const std::vector<OpDifference>& all, const char* what) {
  const OpDifference* most = nullptr;
  for (const OpDifference& d : all) {
    if (!most || d.relative > most->relative) most = &d;
  }
  std::string text = plural(static_cast<std::int64_t>(all.size()), what);
  if (most && most->relative > 0) text += ", largest difference: " + differenceText(*most);
  return text + "\n";
}

std::string comparisonText(const ComparisonRecord& record) {
  return record.left + " against " + record.right + ", rtol " + number(record.rtol) + "\n" +
         summary(record.ops, "op") + summary(record.results, "result") + verdictText(record) +
         elementsText(record);
}

std::string sideName(const Arguments& arguments, const char* option, const std::string& usual) {
  return requireTransformer(arguments.value(option).value_or(usual));
}

CompareRequest commonRequest(const Arguments& arguments) {
  CompareRequest request;
  request.rtol = arguments.number("--rtol", 0, 1, usualTolerance);
  request.elements = static_cast<std::size_t>(arguments.integer("--elements", 0, mostElements, 0));
  request.options = compileOptions(arguments);
  return request;
}

CompareRequest requestOf(const Arguments& arguments) {
  CompareRequest request = commonRequest(arguments);
  request.left = sideName(arguments, "--left", default_transformer());
  request.right = sideName(arguments, "--right", oracle_transformer());
  const Document document = openDocument(arguments);
  request.computation = chosenComputation(arguments, document);
  request.arguments = CallSource(arguments, document, request.computation).arguments(0);
  return request;
}

// --left and --right name the transformers.
std::vector<OptionSpec> withoutTransformer(std::vector<OptionSpec> options) {
  std::erase_if(options, [](const OptionSpec& each) { return each.name == "--transformer"; });
  return options;
}

int run(const Arguments& arguments) {
  if (arguments.has("--precision")) {
    CompareRequest request = commonRequest(arguments);
    request.left = sideName(arguments, "--left", default_transformer());
    return compareWithPrecision(arguments, std::move(request));
  }
  const std::string right = arguments.value("--right").value_or("");
  if (isFileOfValues(right) || right == onnxruntimeName) {
    CompareRequest request = commonRequest(arguments);
    request.left = sideName(arguments, "--left", default_transformer());
    request.right = right;
    return right == onnxruntimeName ? compareWithOnnxRuntime(arguments, std::move(request))
                                    : compareWithFile(arguments, std::move(request));
  }
  refuseMatchOptions(arguments);
  const ComparisonRecord record = compare_transformers(requestOf(arguments));
  if (arguments.json())
    printJson(comparisonJson(record));
  else
    print(comparisonText(record));
  return allAgree(record) ? fine : checkFailed;
}

}  // namespace

const Command compare_command = {
    .name = "compare",
    .operands = "FILE",
    .summary =
        "Run a call on two transformers, or in two precisions, or compare it with values that "
        "another program saved, and report the first op that differs (exit code 1)",
    .options = withoutTransformer(withCallOptions(
        {{"--left", "T", "first transformer (default: cpu)"},
         {"--right", "T|VALUES",
          "second transformer (default: reference), a file of named values of ops and inputs such "
          "as values.npz or values.safetensors, or 'onnxruntime', which runs an ONNX model"},
         {"--precision", "TYPE",
          "compare with the same transformer with all floats in bf16, f16, f32 or f64, instead of "
          "--right"},
         {"--rtol", "R",
          "allowed relative difference beyond rounding (default: 1e-5; with --precision, 8 times "
          "the epsilon of the coarser type, and rounding counts)"},
         {"--elements", "N", "list the N elements that differ most of the first op that differs"},
         {"--rename", "RULE", "rename arrays of VALUES, such as encoder.*=enc/*", true},
         {"--transpose", "NAME",
          "reverse the axes of an array of VALUES, or order them (NAME:0,2,3,1)", true},
         {"--tensor", "OP=ARRAY",
          "take this array of VALUES for an op, with an order of axes after a colon", true},
         {"--reduce", "OUT.onnx",
          "write the first op that differs from VALUES as a model, and its inputs and value as "
          "OUT.onnx.npz"},
         {"--suggested", "", "take the array of VALUES whose name is similar to an op's"}})),
    .run = run,
};

}  // namespace ng::cli
