// SPDX-License-Identifier: Apache-2.0
// Einsum: letters are axes, so that the equation is a product of named operands and a sum.
#include <map>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

struct Equation {
  std::vector<std::string> operands;
  std::string result;
};

// Without an arrow the result has the letters that occur once, in alphabetical order.
Equation parsed(std::string text) {
  std::erase(text, ' ');
  const std::size_t arrow = text.find("->");
  Equation equation{{""}, arrow == std::string::npos ? "" : text.substr(arrow + 2)};
  std::map<char, int> counts;
  for (const char letter : text.substr(0, arrow)) {
    if (letter == ',') {
      equation.operands.emplace_back();
    } else {
      equation.operands.back() += letter;
      ++counts[letter];
    }
  }
  if (arrow != std::string::npos) return equation;
  for (const auto& [letter, count] : counts) {
    if (count == 1) equation.result += letter;
  }
  return equation;
}

void einsum(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Equation equation = parsed(n.text("equation", ""));
  if (equation.operands.size() != n.count()) NodeContext::refuse("its equation has other operands");
  std::map<char, Axis> axes;
  std::vector<Axis> used;
  Op product;
  for (std::size_t i = 0; i < n.count(); ++i) {
    const Op x = n.op(i);
    const std::string& letters = equation.operands[i];
    if (letters.size() != x.axes().size()) {
      NodeContext::refuse("its equation has other dimensions or an ellipsis");
    }
    std::vector<Axis> names;
    for (std::size_t k = 0; k < letters.size(); ++k) {
      if (letters.find(letters[k]) != k) NodeContext::refuse("its equation takes a diagonal");
      auto [at, first] = axes.emplace(letters[k], x.axes()[k]);
      if (first) at->second = unlike(n, x.axes()[k], used);
      if (first) used.push_back(at->second);
      n.dims.equate(at->second, x.axes()[k]);
      if (at->second.length() != x.axes()[k].length()) NodeContext::refuse("its lengths differ");
      names.push_back(at->second);
    }
    const Op named = renamed(x, names);
    product = product ? product * named : named;
  }
  n.dims.keep_apart(used);
  std::vector<Axis> kept;
  for (const char letter : equation.result) {
    if (!axes.contains(letter)) NodeContext::refuse("its result has a letter of no operand");
    kept.push_back(axes.at(letter));
  }
  const Axes summed = product.axes() - Axes(kept);
  n.result(over(sum(product, reduce_over(summed)), Axes(kept)));
}

constexpr OpRow rows[] = {
    {"Einsum", 12, 0, einsum},
};

}  // namespace

std::span<const OpRow> einsum_rows() {
  return rows;
}

}  // namespace ng::onnx
