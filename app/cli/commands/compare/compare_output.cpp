// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare/compare_output.h"

#include <cmath>

#include "app/cli/table_output.h"
#include "engine/tables/comparison_table.h"

namespace ng::cli {
namespace {

Json finite(const Number& value) {
  return std::isfinite(value.real()) ? numberJson(value) : Json("inf");
}

Json elementsJson(const std::vector<ElementDifference>& elements) {
  Json rows = Json::array();
  for (const ElementDifference& each : elements)
    rows.push_back({{"element", each.element},
                    {"place", each.place},
                    {"left", number(each.left)},
                    {"right", number(each.right)},
                    {"difference", finite(each.apart)},
                    {"relative", finite(each.relative)},
                    {"ulps", finite(each.ulps)},
                    {"agrees", each.agrees}});
  return rows;
}

}  // namespace

Json differenceJson(const OpDifference& d) {
  Json json = {{"op", d.name},
               {"id", idJson(d.op)},
               {"axes", d.axes},
               {"relative", finite(d.relative)},
               {"max_abs", finite(d.apart)},
               {"ulps", finite(d.ulps)},
               {"cosine", numberJson(d.cosine)},
               {"element", d.element},
               {"place", d.place},
               {"left", number(d.left)},
               {"right", number(d.right)},
               {"agrees", d.agrees}};
  if (!d.array.empty()) json["array"] = d.array;
  if (d.own) json["own"] = finite(*d.own);
  if (d.overflow) json["overflow"] = name(*d.overflow);
  if (!d.elements.empty()) json["elements"] = elementsJson(d.elements);
  return json;
}

std::string differenceText(const OpDifference& d) {
  return d.name + " " + d.axes + ": element " + std::to_string(d.element) +
         (d.place.empty() ? "" : " (" + d.place + ")") + " is " + number(d.left) + " and " +
         number(d.right) + ", " + number(d.relative) + " relative difference" +
         (d.overflow ? ", overflows in " + std::string(name(*d.overflow)) : "");
}

const OpDifference* firstDivergence(const std::vector<OpDifference>& all) {
  for (const OpDifference& d : all) {
    if (!d.agrees) return &d;
  }
  return nullptr;
}

bool allAgree(const ComparisonRecord& record) {
  return !record.first_divergence() && !firstDivergence(record.results);
}

std::string verdictText(const ComparisonRecord& record) {
  if (const OpDifference* op = record.first_divergence())
    return "first divergence: " + differenceText(*op) + "\n";
  if (const OpDifference* result = firstDivergence(record.results))
    return "all ops agree, but the fused program diverges: " + differenceText(*result) + "\n";
  return "results agree\n";
}

std::string elementsText(const ComparisonRecord& record) {
  const OpDifference* first = record.first_divergence();
  if (!first || first->elements.empty()) return {};
  return "\nelements of " + first->name + " that differ most:\n" +
         tableText(element_columns(),
                   {"place", "left", "right", "apart", "relative", "ulps", "agrees"},
                   first->elements);
}

Json comparisonJson(const ComparisonRecord& record) {
  const OpDifference* first = record.first_divergence();
  Json ops = Json::array(), results = Json::array();
  for (const OpDifference& d : record.ops) ops.push_back(differenceJson(d));
  for (const OpDifference& d : record.results) results.push_back(differenceJson(d));
  return {{"left", record.left},
          {"right", record.right},
          {"rtol", record.rtol},
          {"agrees", allAgree(record)},
          {"first_divergence", first ? Json(first->name) : Json()},
          {"results", results},
          {"ops", ops}};
}

}  // namespace ng::cli
