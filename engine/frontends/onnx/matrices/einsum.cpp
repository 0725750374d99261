// SPDX-License-Identifier: Apache-2.0
// Einsum: labels are axes, so that the equation is a product of named operands and a sum.
#include <algorithm>
#include <cctype>
#include <map>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

// Letters, and negative numbers for the dimensions of an ellipsis, -1 for the last one.
using Labels = std::vector<int>;

constexpr const char* ellipsis = "...";

// The labels of one term; `covered`: dimensions of its ellipsis.
Labels labels_of(const std::string& term, std::size_t covered) {
  Labels labels;
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (term.compare(i, 3, ellipsis) == 0) {
      for (std::size_t k = covered; k > 0; --k) labels.push_back(-static_cast<int>(k));
      i += 2;
    } else if (std::isalpha(static_cast<unsigned char>(term[i]))) {
      labels.push_back(term[i]);
    } else {
      NodeContext::refuse("its equation has the character '" + std::string(1, term[i]) + "'");
    }
  }
  return labels;
}

bool has_ellipsis(const std::string& term) {
  return term.find(ellipsis) != std::string::npos;
}

struct Equation {
  std::vector<Labels> operands;
  Labels result;
};

// Without an arrow: the dimensions of the ellipsis, then the letters that occur once, in
// alphabetical order.
Labels implied_result(const std::vector<Labels>& operands) {
  std::map<int, int> counts;
  for (const Labels& labels : operands) {
    for (const int label : labels) ++counts[label];
  }
  Labels result;
  for (const auto& [label, count] : counts) {
    if (count == 1 || label < 0) result.push_back(label);
  }
  return result;
}

Equation equation_of(const NodeContext& n) {
  std::string text = n.text("equation", "");
  std::erase(text, ' ');
  const std::size_t arrow = text.find("->");
  std::vector<std::string> terms{""};
  for (const char each : text.substr(0, arrow)) {
    if (each == ',')
      terms.emplace_back();
    else
      terms.back() += each;
  }
  if (terms.size() != n.count()) {
    NodeContext::refuse("its equation has " + std::to_string(terms.size()) +
                        " operands, expected " + std::to_string(n.count()));
  }
  Equation equation;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto rank = static_cast<std::size_t>(n.rank(i));
    const std::size_t letters = labels_of(terms[i], 0).size();
    const bool fits = has_ellipsis(terms[i]) ? letters <= rank : letters == rank;
    if (!fits) {
      NodeContext::refuse("its equation names " + std::to_string(letters) +
                          " dimensions of input " + std::to_string(i) + ", which has " +
                          std::to_string(rank));
    }
    widest = std::max(widest, has_ellipsis(terms[i]) ? rank - letters : 0);
    equation.operands.push_back(labels_of(terms[i], rank - letters));
  }
  if (arrow == std::string::npos) {
    equation.result = implied_result(equation.operands);
    return equation;
  }
  const std::string result = text.substr(arrow + 2);
  if (widest > 0 && !has_ellipsis(result)) NodeContext::refuse("its result lacks the ellipsis");
  equation.result = labels_of(result, widest);
  return equation;
}

// Keeps the elements whose positions along both dimensions are equal, as the first of them.
Op diagonal(NodeContext& n, const Op& x, std::size_t first, std::size_t second) {
  std::vector<Axis> axes = x.axes().list();
  const Axis row = axes[first], column = axes[second];
  const std::int64_t length = row.length();
  if (column.length() != length) {
    NodeContext::refuse("it takes a diagonal of the lengths " + std::to_string(length) + " and " +
                        std::to_string(column.length()));
  }
  axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(second));
  if (length < 2) return without(x, {second});
  std::vector<Axis> order = axes;
  order.erase(order.begin() + static_cast<std::ptrdiff_t>(first));
  const std::vector<Axis> others = order;
  order.insert(order.begin(), {row, column});
  Shape flat = Axes(others).lengths();
  flat.insert(flat.begin(), length * length);
  const Op squares = regrouped(n, over(x, Axes(order)), flat, row.name());
  const Op kept = part(n, squares, 0, 0, length, length + 1);
  std::vector<Axis> made{row};
  made.insert(made.end(), others.begin(), others.end());
  return over(renamed(kept, made), Axes(axes));
}

// x with distinct labels.
Op without_repeats(NodeContext& n, Op x, Labels& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::size_t first = static_cast<std::size_t>(
        std::find(labels.begin(), labels.end(), labels[i]) - labels.begin());
    if (first == i) continue;
    x = diagonal(n, x, first, i);
    labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  return x;
}

// One axis for each label; a length of 1 is repeated.
std::map<int, Axis> axes_of(NodeContext& n, const std::vector<Op>& operands,
                            const std::vector<Labels>& labels) {
  std::map<int, Axis> longest;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t k = 0; k < labels[i].size(); ++k) {
      const Axis own = operands[i].axes()[k];
      const auto [at, first] = longest.emplace(labels[i][k], own);
      if (first || at->second.length() == own.length()) continue;
      if (at->second.length() != 1 && own.length() != 1) {
        NodeContext::refuse(
            "its operands differ in a length: " + std::to_string(at->second.length()) + " and " +
            std::to_string(own.length()));
      }
      if (at->second.length() == 1) at->second = own;
    }
  }
  std::vector<Axis> used;
  for (auto& [label, axis] : longest) {
    axis = unlike(n, axis, used);
    used.push_back(axis);
  }
  n.dims.keep_apart(used);
  return longest;
}

Op named(NodeContext& n, const Op& x, const Labels& labels, const std::map<int, Axis>& axes) {
  std::vector<Axis> names;
  std::vector<std::size_t> ones;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const Axis& axis = axes.at(labels[k]);
    if (x.axes()[k].length() != axis.length()) {
      ones.push_back(k);
    } else {
      n.dims.equate(axis, x.axes()[k]);
      names.push_back(axis);
    }
  }
  return renamed(without(x, ones), names);
}

void einsum(NodeContext& n) {
  const ScopedResultType type(n.widened());
  Equation equation = equation_of(n);
  std::vector<Op> operands;
  for (std::size_t i = 0; i < n.count(); ++i) {
    operands.push_back(without_repeats(n, n.op(i), equation.operands[i]));
  }
  const std::map<int, Axis> axes = axes_of(n, operands, equation.operands);
  std::vector<Axis> kept;
  for (const int label : equation.result) {
    if (!axes.contains(label)) NodeContext::refuse("its result has a letter of no operand");
    if (std::find(kept.begin(), kept.end(), axes.at(label)) != kept.end()) {
      NodeContext::refuse("its result has a letter twice");
    }
    kept.push_back(axes.at(label));
  }
  // A dimension is summed as soon as no later operand has it.
  std::vector<Axes> needed(n.count(), Axes(kept));
  for (std::size_t i = n.count() - 1; i-- > 0;) {
    needed[i] = needed[i + 1];
    for (const int label : equation.operands[i + 1]) {
      if (!needed[i].contains(axes.at(label))) needed[i] = needed[i] + Axes{axes.at(label)};
    }
  }
  Op made;
  for (std::size_t i = 0; i < n.count(); ++i) {
    const Op next = named(n, operands[i], equation.operands[i], axes);
    made = made ? made * next : next;
    const Axes summed = made.axes() - needed[i];
    if (!summed.empty()) made = sum(made, reduce_over(summed));
  }
  n.result(over(made, Axes(kept)));
}

constexpr OpRow rows[] = {
    {"Einsum", 12, 0, einsum},
};

}  // namespace

std::span<const OpRow> einsum_rows() {
  return rows;
}

}  // namespace ng::onnx
