// SPDX-License-Identifier: Apache-2.0
// Diagonals of matrices: gathered by positions that are known at import.
#include <algorithm>

#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

// Diagonals from `upper` down to `lower`, the number of columns minus that of rows, as rows of one
// length: shorter ones are padded at the end, or at the begin if they are aligned to the right.
struct Band {
  std::int64_t lower = 0, upper = 0, rows = 0, columns = 0;
  bool right_above = false, right_below = false;

  std::int64_t count() const { return upper - lower + 1; }
  std::int64_t length(std::int64_t diagonal) const {
    return std::min(rows + std::min<std::int64_t>(diagonal, 0),
                    columns - std::max<std::int64_t>(diagonal, 0));
  }
  std::int64_t longest() const {
    return std::min(rows + std::min<std::int64_t>(upper, 0),
                    columns - std::max<std::int64_t>(lower, 0));
  }
  // The place of a diagonal's first element in its row.
  std::int64_t first(std::int64_t diagonal) const {
    const bool right = (diagonal > 0 && right_above) || (diagonal < 0 && right_below);
    return right ? longest() - length(diagonal) : 0;
  }
  bool contains(std::int64_t diagonal) const { return lower <= diagonal && diagonal <= upper; }
};

// With the diagonals of input 1 and the alignment.
Band band_of(const NodeContext& n) {
  Band band;
  if (n.has(1)) {
    const std::vector<std::int64_t> given = n.integers(1, "its diagonal");
    if (given.empty() || given.size() > 2 || given.front() > given.back())
      NodeContext::refuse("its diagonals are not a range");
    constexpr std::int64_t most = std::int64_t{1} << 20;
    if (given.front() < -most || given.back() > most)
      NodeContext::refuse("a diagonal lies beyond its matrix");
    band.lower = given.front();
    band.upper = given.back();
  }
  const bool aligns = n.node.op_type.ends_with("V3");
  const std::string align = n.choice("align", aligns ? "RIGHT_LEFT" : "LEFT_LEFT",
                                     {"RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT"});
  band.right_above = align.starts_with("RIGHT");
  band.right_below = align.ends_with("RIGHT");
  return band;
}

// Elements of the last `dims` dimensions of input 0 by their number, over `shape` in their place;
// those with a negative number are `rest`, or 0.
void give_elements(NodeContext& n, std::size_t dims, std::vector<std::int64_t> numbers,
                   const Shape& shape, const ItemPtr& rest) {
  const Shape whole = n.shape();
  const auto kept = std::ssize(whole) - static_cast<std::int64_t>(dims);
  const Shape batch(whole.begin(), whole.begin() + kept);
  Shape flat = batch, made = batch;
  flat.push_back(element_count({whole.begin() + kept, whole.end()}));
  if (flat.back() == 0) NodeContext::refuse("it has no elements");
  made.insert(made.end(), shape.begin(), shape.end());
  std::vector<std::int64_t> taken;
  for (std::int64_t& number : numbers) {
    taken.push_back(number >= 0);
    number = std::max<std::int64_t>(number, 0);
  }
  const ItemPtr elements = step(n, "Gather", {reshaped(n, n.shared(0), flat), integers(numbers)},
                                {attribute("axis", std::int64_t{-1})});
  const ItemPtr inside = cast(n, reshaped(n, integers(taken), shape), DType::bool_);
  const ItemPtr other = rest ? rest : number(0, n.dtype());
  give(n, step(n, "Where", {inside, reshaped(n, elements, made), other}));
}

std::int64_t length_or(const NodeContext& n, std::size_t i, std::int64_t otherwise) {
  const std::int64_t given = n.has(i) ? n.integers(i, "its lengths").at(0) : -1;
  return given == -1 ? otherwise : given;
}

// The rows and columns that hold diagonals of this length, a square if none is given.
void set_size(const NodeContext& n, Band& band, std::int64_t length) {
  const std::int64_t rows = length - std::min<std::int64_t>(band.upper, 0);
  const std::int64_t columns = length + std::max<std::int64_t>(band.lower, 0);
  band.rows = length_or(n, 2, -1);
  band.columns = length_or(n, 3, -1);
  const bool square = band.rows == -1 && band.columns == -1;
  if (band.rows == -1) band.rows = square ? std::max(rows, columns) : rows;
  if (band.columns == -1) band.columns = square ? band.rows : columns;
  if (band.longest() != length)
    NodeContext::refuse("its diagonals do not fit its numbers of rows and columns");
}

// Vectors along the last dimension, or the last two, become diagonals of matrices.
void matrix_diagonal(NodeContext& n) {
  Band band = band_of(n);
  const Shape shape = n.shape();
  const std::size_t dims = band.count() > 1 ? 2 : 1;
  if (shape.size() < dims || (dims == 2 && shape[shape.size() - 2] != band.count()))
    NodeContext::refuse("its input has another number of diagonals");
  const std::int64_t length = shape.back();
  set_size(n, band, length);
  NodeContext::need_short(band.rows * band.columns);
  std::vector<std::int64_t> numbers;
  for (std::int64_t row = 0; row < band.rows; ++row) {
    for (std::int64_t column = 0; column < band.columns; ++column) {
      const std::int64_t diagonal = column - row;
      const std::int64_t at = std::min(row, column) + band.first(diagonal);
      numbers.push_back(band.contains(diagonal) ? (band.upper - diagonal) * length + at : -1);
    }
  }
  give_elements(n, dims, numbers, {band.rows, band.columns}, n.has(4) ? n.shared(4) : nullptr);
}

void diagonal_part(NodeContext& n) {
  Band band = band_of(n);
  const Shape shape = n.shape();
  if (shape.size() < 2) NodeContext::refuse("its input is no matrix");
  band.rows = shape[shape.size() - 2];
  band.columns = shape.back();
  if (band.lower <= -band.rows || band.upper >= band.columns)
    NodeContext::refuse("a diagonal lies beyond its matrix");
  const std::int64_t longest = band.longest();
  NodeContext::need_short(band.count() * longest);
  std::vector<std::int64_t> numbers;
  for (std::int64_t diagonal = band.upper; diagonal >= band.lower; --diagonal) {
    for (std::int64_t i = 0; i < longest; ++i) {
      const std::int64_t at = i - band.first(diagonal);
      const std::int64_t row = at + std::max<std::int64_t>(-diagonal, 0);
      const std::int64_t column = at + std::max<std::int64_t>(diagonal, 0);
      const bool inside = at >= 0 && at < band.length(diagonal);
      numbers.push_back(inside ? row * band.columns + column : -1);
    }
  }
  const Shape made = band.count() > 1 ? Shape{band.count(), longest} : Shape{longest};
  give_elements(n, 2, numbers, made, n.has(2) ? n.shared(2) : nullptr);
}

constexpr OpRow rows[] = {
    {"MatrixDiag", 1, 0, matrix_diagonal},     {"MatrixDiagPart", 1, 0, diagonal_part},
    {"MatrixDiagPartV2", 1, 0, diagonal_part}, {"MatrixDiagPartV3", 1, 0, diagonal_part},
    {"MatrixDiagV2", 1, 0, matrix_diagonal},   {"MatrixDiagV3", 1, 0, matrix_diagonal},
};

}  // namespace

std::span<const OpRow> diagonal_rows() {
  return rows;
}

}  // namespace ng::tensorflow
