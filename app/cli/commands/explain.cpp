// SPDX-License-Identifier: Apache-2.0
// `ngraph explain`: traces an element of a tensor back to the elements it was computed from.
#include <cmath>
#include <utility>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/results/watched_value.h"
#include "engine/provenance/element_origin.h"
#include "engine/records/values/read_edit.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

CallBasis basisOf(const Transformer& transformer, std::int64_t iteration,
                  std::vector<Tensor> arguments) {
  CallBasis basis{iteration, std::move(arguments), {}};
  for (const Op& op : transformer.state_ops())
    if (const auto value = transformer.value(op)) basis.state.emplace_back(op.id(), *value);
  return basis;
}

ElementRequest requestOf(const Arguments& arguments, const Document& document) {
  ElementRequest request;
  request.transformer = transformerName(arguments);
  request.options = compileOptions(arguments);
  request.terms = static_cast<std::size_t>(arguments.integer("--terms", 1, 1'000'000, 8));
  const std::int64_t iteration = arguments.integer("--iteration", 1, 1'000'000'000, 1);
  Op asked;
  const NamedElement element = read_element(arguments.operand(1), [&](const std::string& name) {
    asked = document.find(name);
    if (!asked.value().has_type()) return NamedValue{asked.id(), {}};
    return NamedValue{asked.id(), axis_records(asked.axes())};
  });
  request.op = element.op;
  request.result = asked.value().result;
  if (arguments.has("--step")) request.step = arguments.integer("--step", 0, 1'000'000'000, 0);
  request.element = element.element;
  request.computation = computationReaching(arguments, document, asked);
  const CallSource source(arguments, document, request.computation);
  const TransformerPtr transformer = allocate_transformer(request.transformer);
  const Computation computation =
      transformer->add_computation(request.computation, request.options);
  transformer->declare_state();
  for (std::int64_t call = 1; call <= iteration; ++call) {
    throwIfCancelled("running the computation");
    request.call = basisOf(*transformer, call, source.arguments(call - 1));
    if (arguments.has("--history")) request.history.push_back(request.call);
    if (call < iteration) computation.call(request.call.arguments);
  }
  return request;
}

Json asJson(const std::vector<ElementRead>& sources) {
  Json all = Json::array();
  for (const ElementRead& each : sources) {
    Json one = {{"op", each.name}, {"id", idJson(each.op)}, {"operand", each.operand}};
    if (each.element) {
      one["element"] = *each.element, one["place"] = each.place;
      one["value"] = numberJson(each.value);
    }
    one["iteration"] = each.iteration;
    if (each.step) one["step"] = *each.step, one["loop"] = each.loop;
    all.push_back(std::move(one));
  }
  return all;
}

Json asJson(const ElementOrigin& origin) {
  Json sums = Json::array(), history = Json::array();
  for (const ElementSum& sum : origin.sums) {
    Json terms = Json::array();
    for (const ElementTerm& term : sum.terms)
      terms.push_back({{"value", numberJson(term.value)}, {"sources", asJson(term.sources)}});
    sums.push_back({{"formula", sum.formula},
                    {"combine", name(sum.combine)},
                    {"count", sum.count},
                    {"value", numberJson(sum.value)},
                    {"rest", numberJson(sum.rest)},
                    {"terms", terms}});
  }
  for (const auto& [iteration, value] : origin.history)
    history.push_back({{"iteration", iteration}, {"value", numberJson(value)}});
  return {{"op", origin.name},
          {"id", idJson(origin.op)},
          {"kind", origin.kind},
          {"element", origin.element},
          {"place", origin.place},
          {"iteration", origin.iteration},
          {"step", origin.step ? Json(*origin.step) : Json()},
          {"value", numberJson(origin.value)},
          {"recomputed", origin.traced ? numberJson(origin.recomputed) : Json()},
          {"formula", origin.formula},
          {"sources", asJson(origin.sources)},
          {"sums", sums},
          {"history", history}};
}

std::string elementText(const std::string& name, const std::string& place) {
  return place.empty() ? name : name + "[" + place + "]";
}

std::string stepText(const std::string& loop, std::optional<std::int64_t> step) {
  return step ? " at " + loop + " " + std::to_string(*step) : std::string();
}

std::string textOf(const ElementRead& source, std::int64_t iteration) {
  std::string text = elementText(source.name, source.place);
  if (!source.element) return text + ", all elements";
  text += stepText(source.loop, source.step) + " = " + number(source.value);
  if (source.iteration != iteration) text += ", before the call";
  return text;
}

std::string textOf(const ElementOrigin& origin) {
  std::string text = elementText(origin.name, origin.place) + stepText(origin.loop, origin.step) +
                     " = " + number(origin.value) + "  (" + origin.kind + ", call " +
                     std::to_string(origin.iteration) + ")\n";
  if (!origin.formula.empty()) text += "  " + origin.formula + "\n";
  for (const ElementRead& each : origin.sources)
    text += "  " + (each.operand.empty() ? "" : each.operand + ": ") +
            textOf(each, origin.iteration) + "\n";
  for (const ElementSum& sum : origin.sums) {
    text += "  " + sum.formula + " = " + number(sum.value) + ", " + grouped(sum.count) + " terms\n";
    Table table({"", ">term", "of"});
    for (const ElementTerm& term : sum.terms) {
      std::string of;
      for (const ElementRead& each : term.sources)
        of += (of.empty() ? "" : ", ") + textOf(each, origin.iteration);
      table.add({" ", number(term.value), of});
    }
    const auto more = sum.count - static_cast<std::int64_t>(sum.terms.size());
    if (more > 0) table.add({" ", number(sum.rest), "and " + grouped(more) + " more"});
    text += table.text();
  }
  if (!origin.traced) text += "  element-wise sources are not tracked for this op\n";
  for (const auto& [iteration, value] : origin.history)
    text += "  in call " + std::to_string(iteration) + ": " + number(value) + "\n";
  return text;
}

// The source of the largest term of all sums, else the largest of the listed elements; null if the
// element has no sources.
const ElementRead* largestSource(const ElementOrigin& origin) {
  const ElementRead* most = nullptr;
  const auto weight = [](const ElementRead& each) {
    const double size = std::isnan(each.value) ? HUGE_VAL : std::abs(each.value);
    return std::pair(!each.place.empty(), size);
  };
  const auto take = [&](const ElementRead& each) {
    if (!each.element || each.iteration != origin.iteration) return;
    if (!most || weight(each) > weight(*most)) most = &each;
  };
  for (const ElementSum& sum : origin.sums)
    if (!sum.terms.empty())
      for (const ElementRead& each : sum.terms.front().sources) take(each);
  for (const ElementRead& each : origin.sources) take(each);
  return most;
}

int run(const Arguments& arguments) {
  const Document document = openDocument(arguments);
  ElementRequest request = requestOf(arguments, document);
  const std::int64_t depth = arguments.integer("--depth", 1, 1000, 1);
  Json all = Json::array();
  std::string text;
  ElementOrigins origins;
  for (std::int64_t level = 0; level < depth; ++level) {
    throwIfCancelled("tracing the element");
    const ElementOrigin origin = origins.origin(request);
    if (level == 0 && request.step && !origin.step)
      throw UsageError("--step has no effect on " + origin.name + ", which is in no loop");
    all.push_back(asJson(origin));
    text += (level > 0 ? "\n" : "") + textOf(origin);
    const ElementRead* next = largestSource(origin);
    if (!next || (next->op == request.op && next->step == request.step)) break;
    request.op = next->op, request.result = 0, request.element = *next->element,
    request.step = next->step;
    request.history.clear();
  }
  if (arguments.json())
    printJson({{"elements", all}});
  else
    print(text);
  return fine;
}

}  // namespace

const Command explain_command = {
    .name = "explain",
    .operands = "FILE OP[I]",
    .summary = "Trace an element such as 'Y[N 5]' back to the elements it was computed from",
    .options = withCallOptions(
        {{"--iteration", "N", "call number, counted from 1 (default: 1)"},
         {"--terms", "K", "list the K largest terms of a sum (default: 8)"},
         {"--step", "S", "for an op in a loop: step S, counted from 0 across nested loops"},
         {"--depth", "D", "expand the largest terms, up to D elements"},
         {"--history", "", "also print the element's value in all previous calls"}}),
    .run = run,
};

}  // namespace ng::cli
