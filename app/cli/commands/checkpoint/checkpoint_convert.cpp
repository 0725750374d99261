// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/checkpoint/checkpoint_convert.h"

#include <algorithm>
#include <cstdio>

#include "app/cli/cancel.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/documents/binding/suggest_rules.h"
#include "engine/documents/binding/tensor_rules.h"
#include "engine/documents/convert_checkpoint.h"
#include "engine/formats/format_table.h"
#include "engine/tables/checkpoint_table.h"

namespace ng::cli {
namespace {

Json suggestionsJson(const VariableBinding& variable) {
  Json list = Json::array();
  for (const TensorSuggestion& each : variable.suggestions)
    list.push_back(
        {{"tensor", each.tensor}, {"order", each.order}, {"similarity", each.similarity}});
  return list;
}

Json bindingJson(const CheckpointMatch& match) {
  const CheckpointBinding& binding = match.binding;
  Json rules = Json::array();
  for (const RuleSuggestion& each : match.rules)
    rules.push_back(
        {{"kind", name(each.kind)}, {"rule", each.rule}, {"variables", each.variables}});
  Json variables = Json::array();
  for (const VariableBinding& variable : binding.variables) {
    Json& json = variables.emplace_back();
    addCells(json, binding_columns(),
             {"variable", "dtype", "axes", "shape", "state", "tensor", "order", "problem"},
             variable);
    json["suggestions"] = suggestionsJson(variable);
  }
  return {{"complete", binding.complete()},
          {"variables", variables},
          {"extra", binding.extra},
          {"rules", rules}};
}

std::string rulesText(const std::vector<RuleSuggestion>& rules) {
  std::string text;
  for (const RuleSuggestion& each : rules)
    text += "  --" + std::string(name(each.kind)) + " '" + each.rule + "'  (" +
            plural(static_cast<std::int64_t>(each.variables), "variable") + ")\n";
  return text.empty() ? text : "\nrules that match more variables:\n" + text;
}

void printBinding(const CheckpointMatch& match) {
  const CheckpointBinding& binding = match.binding;
  std::string extra;
  for (const std::string& name : binding.extra)
    extra += "  " + (has_control_character(name) ? quote(name) : name) + "\n";
  if (!extra.empty()) extra = "\nextra tensors:\n" + extra;
  print(tableText(binding_columns(), {"variable", "state", "tensor", "remark"}, binding.variables) +
        extra + rulesText(match.rules));
}

// The first variables without a fitting tensor, each with what is wrong.
std::string unfit(const CheckpointBinding& binding) {
  constexpr int most = 5;
  std::string text;
  int count = 0;
  for (const VariableBinding& variable : binding.variables) {
    if (variable.state == VariableBinding::State::bound || ++count > most) continue;
    const std::string& problem = variable.problem;
    text += (count == 1 ? "" : "; ") + variable.variable + ": " +
            (problem.empty() ? std::string(name(variable.state)) : problem);
  }
  return count > most ? text + "; …" : text;
}

[[noreturn]] void refuseIncomplete(const CheckpointBinding& binding, bool suggested) {
  const auto open = std::ssize(binding.variables) - static_cast<std::int64_t>(binding.bound());
  Diagnostic diagnostic;
  diagnostic.what = "the checkpoint was not saved: not every variable has a tensor";
  diagnostic.found = plural(open, "variable") + " missing or mismatched: " + unfit(binding);
  diagnostic.expected = "a tensor for each variable";
  diagnostic.action = std::string("give --rename, --transpose and --tensor, ") +
                      (suggested ? "" : "accept clear suggestions with --suggested, ") +
                      "or keep the initial values with --partial";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// "VARIABLE=TENSOR" or "VARIABLE=TENSOR:1,0"; nothing after the '=' declines all tensors.
TensorChoice tensorChoice(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos)
    throw UsageError("--tensor requires VARIABLE=TENSOR, not '" + text + "'");
  TensorChoice choice{text.substr(0, equals), text.substr(equals + 1), {}};
  const std::size_t colon = choice.tensor.rfind(':');
  if (colon == std::string::npos) return choice;
  if (const auto order = axis_order(std::string_view(choice.tensor).substr(colon + 1))) {
    choice.order = *order;
    choice.tensor.resize(colon);
  }
  return choice;
}

}  // namespace

BindingChoices bindingChoices(const Arguments& arguments) {
  BindingChoices choices;
  choices.renames = arguments.values("--rename");
  choices.transposes = arguments.values("--transpose");
  for (const std::string& text : arguments.values("--tensor"))
    choices.chosen.push_back(tensorChoice(text));
  choices.suggested = arguments.has("--suggested");
  return choices;
}

TensorRules tensorRules(const Arguments& arguments) {
  TensorRules rules;
  for (const std::string& rule : arguments.values("--rename")) rules.rename(rule);
  for (const std::string& rule : arguments.values("--transpose")) rules.transpose(rule);
  return rules;
}

int convertCheckpoint(const Arguments& arguments, const std::string& in, const std::string& out) {
  if (!format_for_path(out))
    throw UsageError("unknown suffix of '" + out + "'; checkpoint convert writes " +
                     suffixesOf([](const Format& format) { return format.stream != nullptr; }));
  const ConvertedCheckpoint made = convert_checkpoint(
      in, out, tensorRules(arguments), [](double) { return !cancelFlag()->load(); },
      arguments.has("--skip-unsupported") ? Unsupported::skip : Unsupported::refuse);
  if (arguments.json()) {
    Json tensors = Json::array(), left_out = Json::array();
    for (const ConvertedTensor& tensor : made.tensors)
      tensors.push_back({{"from", tensor.from},
                         {"to", tensor.to},
                         {"dtype", tensor.dtype.name()},
                         {"shape", tensor.shape}});
    for (const UnsupportedTensor& tensor : made.left_out)
      left_out.push_back({{"name", tensor.name}, {"reason", tensor.reason}});
    printJson({{"in", in}, {"out", out}, {"tensors", tensors}, {"left_out", left_out}});
  } else {
    for (const UnsupportedTensor& tensor : made.left_out)
      std::fprintf(stderr, "ngraph: note: the tensor %s is left out: %s\n",
                   quote(tensor.name).c_str(), tensor.reason.c_str());
    print(plural(std::ssize(made.tensors), "tensor") + " written to " + out + "\n");
  }
  return fine;
}

int bindCheckpoint(const Arguments& arguments, const std::string& in,
                   const std::string& documentPath) {
  const auto out = arguments.value("--save");
  if (out) requireCheckpointName("--save", *out);
  const Document document = load_document(documentPath);
  const std::vector<Op> state = state_of(document);
  CheckpointSource source(in);
  const CheckpointMatch match =
      match_checkpoint(source.contents(), state, bindingChoices(arguments));
  const CheckpointBinding& binding = match.binding;
  const bool partial = arguments.has("--partial");
  if (out) {
    if (!partial && !binding.complete()) refuseIncomplete(binding, arguments.has("--suggested"));
    write_checkpoint(*out, bound_checkpoint(source, binding, document.title, state));
  }
  if (arguments.json()) {
    Json json = bindingJson(match);
    if (out) json["saved"] = *out;
    printJson(json);
  } else {
    printBinding(match);
    if (out) print("saved to " + *out + "\n");
  }
  return binding.complete() || partial ? fine : checkFailed;
}

}  // namespace ng::cli
