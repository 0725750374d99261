// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare/compare_values.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>

#include "app/cli/cancel.h"
#include "app/cli/commands/checkpoint_convert.h"
#include "app/cli/commands/compare/compare_output.h"
#include "app/cli/compiled.h"
#include "app/cli/feeds.h"
#include "app/cli/lengths.h"
#include "app/cli/onnxruntime_option.h"
#include "app/cli/table_output.h"
#include "engine/analysis/compare/isolate_op.h"
#include "engine/analysis/compare/onnxruntime/run_onnxruntime.h"
#include "engine/base/quote.h"
#include "engine/documents/binding/tensor_rules.h"
#include "engine/documents/binding/value_match.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/format_table.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/tables/comparison_table.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostListed = 20;

// Ops whose values can be compared: variables and what is computed.
std::vector<Op> comparableOps(const Op& computation) {
  std::vector<Op> ops;
  for (const NodePtr& node : ordered_nodes({computation.value()})) {
    if (node->results.empty() || node->def->traits.is_sequencing()) continue;
    if (!node->def->traits.is_source() || is_state(*node)) ops.emplace_back(node);
  }
  return ops;
}

std::vector<Op> parametersOf(const Op& computation) {
  std::vector<Op> parameters;
  for (const NodePtr& node : parts_of(computation.node()).parameters) parameters.emplace_back(node);
  return parameters;
}

// Of a model whose inputs have open dimensions: the shapes of the arrays named as inputs.
std::map<std::string, Shape> inputShapes(const Document& document, const Arguments& arguments,
                                         const CheckpointContents& arrays) {
  std::map<std::string, Shape> shapes;
  const std::vector<Op> inputs = parametersOf(chosenComputation(arguments, document));
  const TensorRules rules = tensorRules(arguments);
  for (const CheckpointEntry& entry : arrays.entries)
    for (const Op& input : inputs)
      if (input.name() == rules.renamed(entry.name))
        shapes[input.name()] = transposed(entry.shape, rules.order(entry.name, entry.shape.size()));
  return shapes;
}

Document openWithArrays(const Arguments& arguments, const CheckpointContents& arrays) {
  const std::string& path = arguments.operand(0);
  if (!model_format_at(path)) return openDocument(arguments);
  const RunOverrides lengths = lengthsOf(arguments);
  LoadOptions options;
  options.fed_shapes = fedShapes(arguments);
  options.axis_lengths = lengths.axis_lengths;
  options.batch_size = lengths.batch_size;
  options.cancel = cancelFlag().get();
  Document document = load_document(path, options);
  if (!document.open_lengths.empty()) {
    options.fed_shapes.merge(inputShapes(document, arguments, arrays));
    document = load_document(path, options);
  }
  for (const Diagnostic& note : document.notes)
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  return document;
}

using GivenArguments = std::map<std::string, Tensor>;  // by placeholder

// Random numbers of a plan are no source of inputs: no other program has drawn them.
void give(std::vector<PlanBinding>& bindings, const GivenArguments& given) {
  std::erase_if(bindings, [&given](const PlanBinding& binding) {
    return binding.source == PlanBinding::Source::random || given.contains(binding.placeholder);
  });
  for (const auto& [placeholder, value] : given) {
    PlanBinding& binding = bindings.emplace_back();
    binding.placeholder = placeholder;
    binding.value.value = value;
  }
}

// The document with a plan that feeds these arguments to `computation`.
Document withArguments(Document document, const std::string& computation,
                       const GivenArguments& given) {
  if (!document.plan) document.plan.emplace().computation = computation;
  RunPlan& plan = *document.plan;
  const auto runs = [&computation](const PlanEvaluation& each) {
    return each.computation == computation;
  };
  auto at = std::find_if(plan.evaluations.begin(), plan.evaluations.end(), runs);
  if (plan.computation == computation) {
    give(plan.bindings, given);
  } else if (at != plan.evaluations.end()) {
    give(at->bindings, given);
  } else {
    PlanEvaluation& evaluation = plan.evaluations.emplace_back();
    evaluation.name = evaluation.computation = computation;
    give(evaluation.bindings, given);
  }
  return document;
}

// How values from elsewhere compare with those of a computation.
struct Comparison {
  ValueMatch match;
  ValueComparison values;
  std::size_t without = 0;  // ops that no array gives
};

[[noreturn]] void refuseUnmatched(const std::string& source, const ValueMatch& match) {
  Diagnostic diagnostic;
  diagnostic.what = "no value of " + quote(source) + " belongs to an op of the computation";
  for (std::size_t i = 0; i < match.extra.size() && i < mostListed; ++i)
    diagnostic.found += (i ? ", " : "") + match.extra[i].array;
  for (const MismatchedValue& each : match.mismatched)
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + each.array + ": " + each.problem;
  diagnostic.expected = "names of ops, as 'ngraph info' lists them";
  diagnostic.action = "give --rename, --transpose or --tensor, or accept names with --suggested";
  for (const RuleSuggestion& rule : match.rules)
    diagnostic.action += "; try --" + std::string(name(rule.kind)) + " " + quote(rule.rule);
  refuse(ErrorKind::value, std::move(diagnostic));
}

Comparison compared(const CompareRequest& request, ValueMatch match, std::size_t ops,
                    const std::function<Tensor(const std::string&)>& read) {
  if (match.matched.empty()) refuseUnmatched(request.right, match);
  Comparison comparison;
  std::vector<GivenValue> given;
  for (const MatchedValue& each : match.matched) {
    const std::string shown =
        each.array + (each.order.empty() ? "" : " transposed " + order_text(each.order));
    given.push_back({each.op, compared_value(read(each.array), each), shown});
  }
  comparison.without = ops - given.size();
  comparison.values = compare_values(request, std::move(given));
  comparison.match = std::move(match);
  return comparison;
}

std::string suspectsText(const std::vector<Op>& ops) {
  if (ops.size() < 2) return {};
  std::string text = "its cause may be in ops without an array, too:";
  for (std::size_t i = 0; i + 1 < ops.size() && i < mostListed; ++i)
    text += (i ? ", " : " ") + ops[i].name();
  return text + (ops.size() - 1 > mostListed ? ", …" : "") + "\n";
}

std::string extraText(const ValueMatch& match) {
  std::string text;
  for (const MismatchedValue& each : match.mismatched)
    text += "  " + each.array + " is not compared with " + each.op + ": " + each.problem + "\n";
  for (std::size_t i = 0; i < match.extra.size() && i < mostListed; ++i) {
    const ExtraValue& each = match.extra[i];
    text += "  " + each.array + " " + to_string(each.shape);
    if (!each.op.empty())
      text += ": similar to " + each.op +
              (each.order.empty() ? "" : ", transposed " + order_text(each.order)) + " (" +
              number(std::round(100 * each.similarity)) + " %)";
    text += "\n";
  }
  if (match.extra.size() > mostListed)
    text += "  and " + std::to_string(match.extra.size() - mostListed) + " more\n";
  if (!text.empty()) text = "\narrays that were not compared:\n" + text;
  std::string rules;
  for (const RuleSuggestion& each : match.rules)
    rules += "  --" + std::string(name(each.kind)) + " '" + each.rule + "'  (" +
             plural(static_cast<std::int64_t>(each.variables), "op") + ")\n";
  return text + (rules.empty() ? "" : "\nrules that match more arrays:\n" + rules);
}

std::string comparisonText(const Comparison& comparison) {
  const ComparisonRecord& record = comparison.values.record;
  const OpDifference* first = record.first_divergence();
  std::string text = record.left + " against " + record.right + ", rtol " + number(record.rtol) +
                     ": " + plural(std::ssize(record.ops), "op") + " compared, " +
                     std::to_string(comparison.without) + " without an array\n\n";
  text += tableText(comparison_columns(),
                    {"op", "axes", "array", "max_abs", "relative", "ulps", "cosine", "agrees"},
                    record.ops);
  const std::size_t mismatched = comparison.match.mismatched.size();
  if (first)
    text += "\nfirst divergence: " + differenceText(*first) + "\n" +
            suspectsText(comparison.values.suspects);
  else if (mismatched == 0)
    text += "\nall compared ops agree\n";
  else
    text += "\nall compared ops agree; " + plural(static_cast<std::int64_t>(mismatched), "array") +
            " with the name of an op cannot be its value\n";
  return text + extraText(comparison.match);
}

Json comparisonJson(const Comparison& comparison) {
  const ComparisonRecord& record = comparison.values.record;
  const OpDifference* first = record.first_divergence();
  Json ops = Json::array(), mismatched = Json::array(), extra = Json::array(),
       suspected = Json::array(), rules = Json::array();
  for (const OpDifference& each : record.ops) ops.push_back(differenceJson(each));
  for (const MismatchedValue& each : comparison.match.mismatched)
    mismatched.push_back({{"op", each.op}, {"array", each.array}, {"problem", each.problem}});
  for (const ExtraValue& each : comparison.match.extra)
    extra.push_back({{"array", each.array},
                     {"shape", each.shape},
                     {"similar_op", each.op},
                     {"order", each.order},
                     {"similarity", each.similarity}});
  for (const Op& op : comparison.values.suspects) suspected.push_back(op.name());
  for (const RuleSuggestion& each : comparison.match.rules)
    rules.push_back({{"kind", name(each.kind)}, {"rule", each.rule}, {"ops", each.variables}});
  return {{"left", record.left},
          {"right", record.right},
          {"rtol", record.rtol},
          {"agrees", first == nullptr && mismatched.empty()},
          {"first_divergence", first ? Json(first->name) : Json()},
          {"suspects", suspected},
          {"without_array", comparison.without},
          {"mismatched", mismatched},
          {"extra", extra},
          {"rules", rules},
          {"ops", ops}};
}

int report(const Arguments& arguments, const Comparison& comparison) {
  if (arguments.json())
    printJson(comparisonJson(comparison));
  else
    print(comparisonText(comparison));
  const bool agrees =
      !comparison.values.record.first_divergence() && comparison.match.mismatched.empty();
  return agrees ? fine : checkFailed;
}

// Writes the op that first differs as an ONNX model of its own. Its inputs and the value that it
// should have are written next to it, as `path`.npz. Returns what was written; empty: all agree.
std::string writeReduced(const std::string& path, const CompareRequest& request,
                         const Comparison& comparison,
                         const std::function<Tensor(const std::string&)>& read) {
  const OpDifference* first = comparison.values.record.first_divergence();
  if (!first) return {};
  std::unordered_set<OpId> known;
  std::map<OpId, const MatchedValue*> matched;
  for (const MatchedValue& each : comparison.match.matched) {
    known.insert(each.op.id());
    matched.emplace(each.op.id(), &each);
  }
  const std::vector<Op> parameters = parametersOf(request.computation);
  const std::vector<Tensor> inputs = fittedArguments(request.computation, request.arguments);
  const auto value_of = [&](const Op& op) {
    const auto input = std::find(parameters.begin(), parameters.end(), op);
    if (input != parameters.end())
      return inputs[static_cast<std::size_t>(input - parameters.begin())];
    const MatchedValue& match = *matched.at(op.id());
    return fitted_value(read(match.array), match);
  };
  const MatchedValue& expected = *matched.at(first->op);
  const Op& op = expected.op;
  const IsolatedOp isolated = isolate_op(op, known);
  std::vector<NamedTensor> arrays = {{op.name(), compared_value(read(expected.array), expected)}};
  for (std::size_t i = 0; i < isolated.inputs.size(); ++i)
    arrays.push_back({isolated.inputs[i].name(), value_of(isolated.sources[i])});
  std::vector<TensorRef> refs;
  for (const NamedTensor& each : arrays) refs.push_back({each.name, &each.tensor});
  write_onnx(onnx::export_model(isolated.computation, first->name), path);
  write_npz(path + ".npz", refs);
  return path + " and " + path + ".npz";
}

// Takes the inputs out of the match: they are fed instead of compared.
GivenArguments takeInputs(const std::vector<Op>& inputs, CheckpointSource& source,
                          ValueMatch& match) {
  GivenArguments given;
  std::erase_if(match.matched, [&](const MatchedValue& each) {
    if (std::find(inputs.begin(), inputs.end(), each.op) == inputs.end()) return false;
    given.emplace(each.op.name(), fitted_value(source.read(each.array), each));
    return true;
  });
  return given;
}

// An op that ONNX cannot express is no reason to withhold the comparison.
void reduce(const std::string& path, const CompareRequest& request, const Comparison& comparison,
            const std::function<Tensor(const std::string&)>& read) {
  try {
    const std::string written = writeReduced(path, request, comparison, read);
    if (!written.empty())
      std::fprintf(stderr, "ngraph: note: the first op that differs is written to %s\n",
                   written.c_str());
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::value) throw;
    std::fprintf(stderr, "ngraph: note: the first op that differs is not written: %s\n",
                 to_string(error.diagnostic()).c_str());
  }
}

int reported(const Arguments& arguments, const CompareRequest& request, ValueMatch match,
             std::size_t ops, const std::function<Tensor(const std::string&)>& read) {
  const Comparison comparison = compared(request, std::move(match), ops, read);
  const int status = report(arguments, comparison);
  if (const auto path = arguments.value("--reduce")) reduce(*path, request, comparison, read);
  return status;
}

// Before a long run: what --reduce writes is none of the files that are read.
void refuseOverwriting(const Arguments& arguments) {
  const auto out = arguments.value("--reduce");
  if (!out) return;
  std::error_code none;
  for (const std::string& written : {*out, *out + ".npz", *out + ".data"})
    for (const std::string& read : {arguments.operand(0), arguments.value("--right").value_or("")})
      if (std::filesystem::equivalent(written, read, none))
        throw UsageError("--reduce would replace '" + read + "'; name another file");
}

// Values of ONNX Runtime have the model's own order of axes.
void refuseOtherShapes(ValueMatch& match, const OnnxRuntimeRun& run) {
  std::erase_if(match.matched, [&](const MatchedValue& each) {
    const Shape& found = run.values.at(each.array).shape;
    const Shape expected = each.op.axes().lengths();
    if (found == expected) return false;
    match.mismatched.push_back(
        {each.op.name(), each.array, "it is " + to_string(found) + ", not " + to_string(expected)});
    return true;
  });
}

CheckpointContents contentsOf(const OnnxRuntimeRun& run) {
  CheckpointContents contents;
  for (const auto& [name, value] : run.values) {
    CheckpointEntry& entry = contents.entries.emplace_back();
    entry.name = name;
    entry.dtype = value.dtype;
    entry.shape = value.shape;
    entry.bytes = static_cast<std::int64_t>(value.bytes.size());
  }
  return contents;
}

}  // namespace

bool isFileOfValues(const std::string& right) {
  for (const char* suffix : {".npz", ".npy", ".safetensors"})
    if (right.ends_with(suffix)) return true;
  return false;
}

void refuseMatchOptions(const Arguments& arguments) {
  for (const char* option : {"--rename", "--transpose", "--tensor", "--suggested", "--reduce"})
    if (arguments.has(option))
      throw UsageError(std::string(option) +
                       " requires --right VALUES, a file of arrays, or onnxruntime");
}

int compareWithFile(const Arguments& arguments, CompareRequest request) {
  refuseOverwriting(arguments);
  CheckpointSource source(request.right);
  Document document = openWithArrays(arguments, source.contents());
  // The plan of an imported model is made up: its values are not those of the other program.
  if (model_format_at(arguments.operand(0)) && document.plan) document.plan->bindings.clear();
  request.computation = chosenComputation(arguments, document);
  const std::vector<Op> inputs = parametersOf(request.computation);
  std::vector<Op> ops = comparableOps(request.computation);
  const std::size_t computed = ops.size();
  ops.insert(ops.end(), inputs.begin(), inputs.end());
  ValueMatch match = match_values(source.contents(), ops, bindingChoices(arguments));
  const GivenArguments given = takeInputs(inputs, source, match);
  const Document planned =
      withArguments(document, parts_of(request.computation.node()).name, given);
  request.arguments = CallSource(arguments, planned, request.computation).arguments(0);
  return reported(arguments, request, std::move(match), computed,
                  [&source](const std::string& array) { return source.read(array); });
}

int compareWithOnnxRuntime(const Arguments& arguments, CompareRequest request) {
  refuseOverwriting(arguments);
  requireOnnxModel(arguments);
  const Document document = openDocument(arguments);
  request.computation = chosenComputation(arguments, document);
  request.arguments = CallSource(arguments, document, request.computation).arguments(0);
  const OnnxRuntimeRun run = run_onnxruntime(
      arguments.operand(0), fittedArguments(request.computation, request.arguments));
  for (const Diagnostic& note : run.notes)
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  request.right = std::string(onnxruntimeName) + " " + run.version;
  const std::vector<Op> ops = comparableOps(request.computation);
  ValueMatch match = match_values(contentsOf(run), ops, bindingChoices(arguments));
  match.rules.clear();  // names are the model's
  if (!arguments.has("--transpose") && !arguments.has("--tensor")) refuseOtherShapes(match, run);
  return reported(arguments, request, std::move(match), ops.size(),
                  [&run](const std::string& name) { return run.values.at(name); });
}

}  // namespace ng::cli
