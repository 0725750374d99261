// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/compare/compare_output.h"

#include <cmath>

namespace ng::cli {
namespace {

Json finite(const Number& value) {
  return std::isfinite(value.real()) ? numberJson(value) : Json("inf");
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

}  // namespace ng::cli
