// SPDX-License-Identifier: Apache-2.0
// Products of matrices.
#include <numeric>

#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

// Each matrix with rows and columns exchanged.
ItemPtr exchanged(NodeContext& n, const ItemPtr& x, bool wanted) {
  const std::int64_t rank = rank_of(x);
  if (!wanted) return x;
  if (rank < 2) NodeContext::refuse("its input is not a matrix");
  std::vector<std::int64_t> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return transposed(n, x, order);
}

void mat_mul(NodeContext& n) {
  const ItemPtr x = exchanged(n, n.shared(0), flag(n, "transpose_a"));
  const ItemPtr y = exchanged(n, n.shared(1), flag(n, "transpose_b"));
  give(n, step(n, "MatMul", {x, y}));
}

void batch_mat_mul(NodeContext& n) {
  const ItemPtr x = exchanged(n, n.shared(0), flag(n, "adj_x"));
  const ItemPtr y = exchanged(n, n.shared(1), flag(n, "adj_y"));
  const ItemPtr product = step(n, "MatMul", {x, y});
  give(n, cast(n, product, type_of(n, "Tout", product->dtype())));
}

// MatMul with what follows it: a bias, then an activation.
void fused_mat_mul(NodeContext& n) {
  const ItemPtr x = exchanged(n, n.shared(0), flag(n, "transpose_a"));
  const ItemPtr y = exchanged(n, n.shared(1), flag(n, "transpose_b"));
  const onnx::Attribute* ops = n.node.find("fused_ops");
  ItemPtr made = step(n, "MatMul", {x, y});
  for (const std::string& op : ops ? ops->strings : std::vector<std::string>{}) {
    if (op == "BiasAdd")
      made = step(n, "Add", {made, n.shared(2)});
    else if (op == "Relu" || op == "Tanh" || op == "Sigmoid" || op == "Elu")
      made = step(n, op.c_str(), {made});
    else
      NodeContext::refuse("it is fused with " + op);
  }
  give(n, made);
}

// ONNX has no ellipsis: letters that the equation does not use stand for its dimensions.
void einsum(NodeContext& n) {
  std::string equation = n.text("equation", "");
  std::erase(equation, ' ');
  const std::size_t dots = equation.find("...");
  if (dots != std::string::npos) {
    std::size_t at = 0, most = 0;
    for (std::size_t i = 0; i < n.count(); ++i) {
      const std::size_t end = std::min(equation.find_first_of(",-", at), equation.size());
      const std::string part = equation.substr(at, end - at);
      const std::size_t rank = n.shape(i).size();
      if (part.find("...") != std::string::npos && rank + 3 >= part.size()) {
        const std::size_t count = rank + 3 - part.size();
        if (most != 0 && count != most) NodeContext::refuse("its ellipses differ in length");
        most = count;
      }
      at = end + 1;
    }
    std::string letters;
    for (char letter = 'A'; letter <= 'Z' && letters.size() < most; ++letter) {
      if (equation.find(letter) == std::string::npos) letters += letter;
    }
    if (letters.size() < most) NodeContext::refuse("its equation has too many dimensions");
    for (std::size_t i; (i = equation.find("...")) != std::string::npos;) {
      equation.replace(i, 3, letters);
    }
  }
  std::vector<ItemPtr> inputs;
  for (std::size_t i = 0; i < n.count(); ++i) inputs.push_back(n.shared(i));
  give(n, step(n, "Einsum", inputs, {attribute("equation", equation.c_str())}));
}

constexpr OpRow rows[] = {
    {"BatchMatMul", 1, 0, batch_mat_mul},
    {"BatchMatMulV2", 1, 0, batch_mat_mul},
    {"BatchMatMulV3", 1, 0, batch_mat_mul},
    {"Einsum", 1, 0, einsum},
    {"MatMul", 1, 0, mat_mul},
    {"_FusedMatMul", 1, 0, fused_mat_mul},
};

}  // namespace

std::span<const OpRow> matrix_rows() {
  return rows;
}

}  // namespace ng::tensorflow
