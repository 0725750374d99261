// SPDX-License-Identifier: Apache-2.0
// Products of tensors.
#include "engine/frontends/stablehlo/op_context.h"
#include "engine/graph/op_def.h"

namespace ng::stablehlo {
namespace {

struct Contraction {
  Integers batch[2], summed[2];  // dimensions of each operand
};

// A letter of an einsum for each dimension: first those of batches, then sums, then others.
class Equation {
 public:
  Equation(const Contraction& dims, std::size_t first_rank, std::size_t second_rank)
      : terms_{std::string(first_rank, ' '), std::string(second_rank, ' ')} {
    name_both(dims.batch, &result_);
    name_both(dims.summed, nullptr);
    for (std::string& term : terms_)
      for (char& letter : term)
        if (letter == ' ') result_ += letter = next();
  }

  std::string text() const { return terms_[0] + "," + terms_[1] + "->" + result_; }

 private:
  char next() {
    if (letter_ > 'z') NodeContext::refuse("its operands have more than 26 dimensions");
    return letter_++;
  }

  void name_both(const Integers (&dims)[2], std::string* result) {
    if (dims[0].size() != dims[1].size())
      NodeContext::refuse("its operands contract another number of dimensions");
    for (std::size_t i = 0; i < dims[0].size(); ++i) {
      const char letter = next();
      for (std::size_t k = 0; k < 2; ++k) {
        char& place = terms_[k].at(static_cast<std::size_t>(dims[k][i]));
        if (place != ' ') NodeContext::refuse("it names a dimension twice");
        place = letter;
      }
      if (result) *result += letter;
    }
  }

  std::string terms_[2], result_;
  char letter_ = 'a';
};

// The dimensions of a matrix that is an input or a weight are features.
void name_features(NodeContext& n) {
  if (n.rank(1) != 2) return;
  const Op matrix = n.op(1);
  if (!matrix.node().def->traits.is_source()) return;
  for (const Axis& axis : matrix.axes()) n.dims.prefer(axis, "feature", 2);
}

void contract(NodeContext& n, const Contraction& dims) {
  const DType type = result_type(n);
  name_features(n);
  const ItemPtr a = cast(n, operand(n, 0), type), b = cast(n, operand(n, 1), type);
  const Equation equation(dims, a->shape().size(), b->shape().size());
  give(n, step(n, "Einsum", {a, b}, {attribute("equation", equation.text().c_str())}));
}

void dot_general(NodeContext& n) {
  contract(n, {{n.list("lhs_batching_dimensions"), n.list("rhs_batching_dimensions")},
               {n.list("lhs_contracting_dimensions"), n.list("rhs_contracting_dimensions")}});
}

// Vectors and matrices: the last dimension with the first.
void dot(NodeContext& n) {
  const std::int64_t rank = rank_of(operand(n, 0));
  if (rank == 0) NodeContext::refuse("its operand has no dimension");
  contract(n, {{{}, {}}, {{rank - 1}, {0}}});
}

constexpr OpRow rows[] = {
    {"dot", 1, 0, dot},
    {"dot_general", 1, 0, dot_general},
};

}  // namespace

std::span<const OpRow> matrix_rows() {
  return rows;
}

}  // namespace ng::stablehlo
