// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/region_functions.h"

#include <algorithm>
#include <array>

namespace ng::stablehlo {
namespace {

using Arguments = ScalarEvaluator::Arguments;

constexpr std::string_view dialect = "stablehlo.";

const Operation* defining(const Block& block, const std::string& name) {
  for (const Operation& op : block.operations)
    if (op.results.size() == 1 && op.results[0] == name) return &op;
  return nullptr;
}

bool is_float_type(const std::vector<Type>& types) {
  const auto dtype = types.empty() ? std::nullopt : dtype_of(types[0]);
  return dtype && is_float(*dtype);
}

// Between types of floats, as those that widen the operands of a sum.
bool is_widening(const Operation& op) {
  return op.name == "stablehlo.convert" && op.operands.size() == 1 &&
         is_float_type(op.operand_types) && is_float_type(op.result_types);
}

// The operand of conversions, which widen and narrow again.
std::string converted(const Block& block, std::string name) {
  const Operation* op = defining(block, name);
  for (int i = 0; i < 4 && op && is_widening(*op); ++i) {
    name = op->operands[0];
    op = defining(block, name);
  }
  return name;
}

// Does it give the larger (or smaller) value, and the lower position of equal ones?
bool gives_extreme(ScalarEvaluator& evaluator, const Block& block, bool largest) {
  constexpr std::array<std::array<double, 4>, 6> cases = {
      {{1, 5, 2, 3}, {2, 5, 1, 3}, {1, 3, 2, 5}, {2, 3, 1, 5}, {2, 5, 2, 3}, {2, 3, 2, 5}}};
  const std::vector<std::string>& results = ScalarEvaluator::returned(block);
  for (const auto& [a, i, b, k] : cases) {
    const bool first = a == b ? i < k : (a > b) == largest;
    const Arguments arguments{a, i, b, k};
    if (evaluator.value(results[0], arguments) != std::optional(first ? a : b) ||
        evaluator.value(results[1], arguments) != std::optional(first ? i : k))
      return false;
  }
  return true;
}

}  // namespace

std::string binary_function(const Block& block) {
  const std::vector<std::string>& results = ScalarEvaluator::returned(block);
  if (results.size() != 1 || block.arguments.size() != 2) return {};
  const std::string result = converted(block, results[0]);
  if (result == block.arguments[1]) return "second";
  const Operation* op = defining(block, result);
  if (!op || op->operands.size() != 2 || !op->name.starts_with(dialect)) return {};
  std::array<std::string, 2> operands = {converted(block, op->operands[0]),
                                         converted(block, op->operands[1])};
  const bool plain = operands[0] == block.arguments[0] && operands[1] == block.arguments[1];
  const bool swapped = operands[0] == block.arguments[1] && operands[1] == block.arguments[0];
  for (const char* commutes : {"add", "multiply", "maximum", "minimum", "and", "or", "xor"}) {
    if ((plain || swapped) && op->name.substr(dialect.size()) == commutes) return commutes;
  }
  return plain && op->name == "stablehlo.subtract" ? "subtract" : "";
}

std::string position_function(const Module& module, const Block& block,
                              const ScalarEvaluator::Outside& outside) {
  if (block.arguments.size() != 4 || ScalarEvaluator::returned(block).size() != 2) return {};
  ScalarEvaluator evaluator(module, block, outside);
  if (gives_extreme(evaluator, block, true)) return "argmax";
  return gives_extreme(evaluator, block, false) ? "argmin" : "";
}

std::vector<Comparison> comparisons_of(const Module& module, const Block& block,
                                       const ScalarEvaluator::Outside& outside) {
  const std::vector<std::string>& results = ScalarEvaluator::returned(block);
  if (results.size() != 1 || block.arguments.size() % 2 != 0) return {};
  ScalarEvaluator evaluator(module, block, outside);
  const auto compared = [&](std::initializer_list<std::array<double, 3>> pairs) {
    Arguments arguments(block.arguments.size(), 1.0);
    for (const auto& [operand, a, b] : pairs) {
      arguments[2 * static_cast<std::size_t>(operand)] = a;
      arguments[2 * static_cast<std::size_t>(operand) + 1] = b;
    }
    return evaluator.value(results[0], arguments);
  };
  std::vector<Comparison> found;
  for (std::size_t i = 0; i < block.arguments.size() / 2; ++i) {
    const auto own = static_cast<double>(i);
    const auto below = compared({{own, 1, 2}}), above = compared({{own, 2, 1}});
    if (!below || !above || (*below != 0 && *above != 0)) return {};
    if (*below == 0 && *above == 0) continue;
    if (compared({{own, -2, 1}}) != below) return {};  // by size, for example
    // Before the operands that it decides against.
    const auto decides = [&](const Comparison& other) {
      return compared({{own, 1, 2}, {static_cast<double>(other.operand), 2, 1}}) == below &&
             compared({{own, 2, 1}, {static_cast<double>(other.operand), 1, 2}}) == above;
    };
    found.insert(std::find_if(found.begin(), found.end(), decides), {i, *below != 0});
  }
  return found;
}

}  // namespace ng::stablehlo
