// SPDX-License-Identifier: Apache-2.0
// The kernels multiply unsigned bytes u by signed bytes s. With a = u - p and b = s + q, where p
// and q are 0 or 128,
//   Σ a b = Σ u s - p Σ s + q Σ a.
// A panel of B, and a block of A that is not unsigned rows of whole groups, are copied to scratch
// memory in the kernels' order.
#include "engine/backends/cpu/dense/byte_matmul.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/byte_kernels.h"

namespace ng {
namespace {

constexpr std::int64_t most_rows = 192, most_depth = 1024, group = 4;
constexpr std::uint8_t sign_bit = 0x80;
constexpr int most_columns = ByteKernels::most_columns;

using Sixteen = std::uint8_t __attribute__((vector_size(16)));

Sixteen load(const std::uint8_t* from) {
  Sixteen bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}
// The elements of the first (the last) halves of x and y in turn.
Sixteen first_halves(Sixteen x, Sixteen y) {
  return __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
Sixteen last_halves(Sixteen x, Sixteen y) {
  return __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}

std::int64_t pieces(std::int64_t length, std::int64_t most) {
  return (length + most - 1) / most;
}

// Blocks of C: of equal numbers of rows, and of several panels each.
struct Blocks {
  explicit Blocks(const Matmul& p) : panel(byte_kernels().columns) {
    constexpr std::int64_t least_products = 1 << 22;  // of a block: about 20 µs
    down = pieces(p.m, most_rows);
    rows = pieces(p.m, down);
    const std::int64_t panels = pieces(p.n, panel);
    const std::int64_t each =
        std::clamp<std::int64_t>(least_products / (rows * panel * p.k), 1, panels);
    across = pieces(panels, each);
    columns = each * panel;
  }
  std::int64_t panel, down, rows, across, columns;
};

std::int64_t depth_of(const Matmul& p) {
  return std::min(most_depth, pieces(p.k, group) * group);
}

struct Scratch {
  Scratch(const Matmul& p, std::byte* memory)
      : a(reinterpret_cast<std::uint8_t*>(memory)),
        b(reinterpret_cast<std::int8_t*>(memory + most_rows * depth_of(p))) {}
  static std::int64_t bytes(const Matmul& p) { return (most_rows + most_columns) * depth_of(p); }
  std::uint8_t* a;
  std::int8_t* b;
};

// One block of C, and its operands.
class ByteBlock {
 public:
  ByteBlock(const Matmul& p, const std::uint8_t* a, const std::uint8_t* b, std::int32_t* c,
            const Scratch& scratch)
      : p_(p),
        a_(a),
        b_(b),
        c_(c),
        scratch_(scratch),
        flip_a_(p.bytes->a_signed ? sign_bit : 0),
        flip_b_(p.bytes->b_signed ? 0 : sign_bit) {}

  void make(std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t columns) {
    row_ = row;
    rows_ = rows;
    const std::int64_t panel = kernels_.columns;
    for (at_ = 0; at_ < p_.k; at_ += most_depth) {
      depth_ = std::min(most_depth, p_.k - at_);
      groups_ = pieces(depth_, group);
      take_rows();
      for (std::int64_t first = column; first < column + columns; first += panel) {
        multiply(first, std::min(panel, column + columns - first));
      }
    }
  }

 private:
  std::uint8_t a(std::int64_t row, std::int64_t k) const {
    return a_[p_.transpose_a ? k * p_.m + row : row * p_.k + k];
  }

  // Sets the rows of A that the kernels read, and what they add to C.
  void take_rows() {
    const bool in_place = !p_.transpose_a && flip_a_ == 0 && depth_ % group == 0;
    left_ = in_place ? a_ + row_ * p_.k + at_ : scratch_.a;
    left_stride_ = in_place ? p_.k : groups_ * group;
    if (!in_place) copy_rows();
    std::fill_n(of_rows_.begin(), rows_, 0);
    if (flip_b_ == 0) return;
    for (std::int64_t r = 0; r < rows_; ++r) {
      std::int32_t sum = 0;
      for (std::int64_t k = 0; k < depth_; ++k) sum += left_[r * left_stride_ + k];
      of_rows_[static_cast<std::size_t>(r)] =
          sign_bit * (sum - flip_a_ * static_cast<std::int32_t>(depth_));
    }
  }

  void copy_rows() {
    const std::int64_t whole = groups_ * group;
    if (depth_ < whole) std::memset(scratch_.a, 0, static_cast<std::size_t>(rows_ * whole));
    if (p_.transpose_a) {
      for (std::int64_t k = 0; k < depth_; ++k) {
        const std::uint8_t* from = a_ + (at_ + k) * p_.m + row_;
        for (std::int64_t r = 0; r < rows_; ++r) scratch_.a[r * whole + k] = from[r] ^ flip_a_;
      }
      return;
    }
    for (std::int64_t r = 0; r < rows_; ++r) {
      const std::uint8_t* from = a_ + (row_ + r) * p_.k + at_;
      std::uint8_t* to = scratch_.a + r * whole;
      for (std::int64_t k = 0; k < depth_; ++k) to[k] = from[k] ^ flip_a_;
    }
  }

  // Copies a panel of B in groups; columns and rows that B lacks are 0.
  void copy_panel(std::int64_t column, std::int64_t columns) {
    const std::int64_t whole_groups = columns == kernels_.columns ? depth_ / group : 0;
    for (std::int64_t g = 0; g < whole_groups; ++g) {
      std::int8_t* to = scratch_.b + g * group * kernels_.columns;
      p_.transpose_b ? copy_columns(column, at_ + g * group, to)
                     : interleave(column, at_ + g * group, to);
    }
    for (std::int64_t g = whole_groups; g < groups_; ++g) copy_edge(column, columns, g);
  }

  void copy_columns(std::int64_t column, std::int64_t k, std::int8_t* to) const {
    const std::uint8_t* from = b_ + column * p_.k + k;
    const std::uint32_t flip = flip_b_ * 0x01010101u;
    for (std::int64_t j = 0; j < kernels_.columns; ++j, from += p_.k, to += group) {
      std::uint32_t four = 0;
      std::memcpy(&four, from, sizeof four);
      four ^= flip;
      std::memcpy(to, &four, sizeof four);
    }
  }

  void interleave(std::int64_t column, std::int64_t k, std::int8_t* to) const {
    const std::uint8_t* from = b_ + k * p_.n + column;
    const Sixteen flip = flip_b_ - Sixteen{};
    for (std::int64_t j = 0; j < kernels_.columns; j += 16) {
      const Sixteen a = load(from + j) ^ flip, b = load(from + p_.n + j) ^ flip,
                    c = load(from + 2 * p_.n + j) ^ flip, d = load(from + 3 * p_.n + j) ^ flip;
      const Sixteen ac[] = {first_halves(a, c), last_halves(a, c)};
      const Sixteen bd[] = {first_halves(b, d), last_halves(b, d)};
      for (int half = 0; half < 2; ++half, to += 32) {
        const Sixteen first = first_halves(ac[half], bd[half]);
        const Sixteen last = last_halves(ac[half], bd[half]);
        std::memcpy(to, &first, sizeof first);
        std::memcpy(to + 16, &last, sizeof last);
      }
    }
  }

  void copy_edge(std::int64_t column, std::int64_t columns, std::int64_t g) {
    std::int8_t* to = scratch_.b + g * group * kernels_.columns;
    std::memset(to, 0, static_cast<std::size_t>(group * kernels_.columns));
    for (std::int64_t j = 0; j < columns; ++j) {
      for (std::int64_t i = 0; i < std::min(group, depth_ - g * group); ++i) {
        const std::int64_t k = at_ + g * group + i;
        const std::uint8_t b = b_[p_.transpose_b ? (column + j) * p_.k + k : k * p_.n + column + j];
        to[j * group + i] = static_cast<std::int8_t>(b ^ flip_b_);
      }
    }
  }

  void sum_columns() {
    of_columns_.fill(0);
    if (flip_a_ == 0) return;
    const std::int8_t* from = scratch_.b;
    for (std::int64_t g = 0; g < groups_; ++g) {
      for (std::int64_t j = 0; j < kernels_.columns; ++j, from += group) {
        of_columns_[static_cast<std::size_t>(j)] -=
            flip_a_ * (from[0] + from[1] + from[2] + from[3]);
      }
    }
  }

  void multiply(std::int64_t column, std::int64_t columns) {
    copy_panel(column, columns);
    sum_columns();
    const bool whole = columns == kernels_.columns;
    for (std::int64_t r = 0; r < rows_; r += kernels_.rows) {
      const std::int64_t rows = std::min<std::int64_t>(kernels_.rows, rows_ - r);
      std::int32_t* to = c_ + (row_ + r) * p_.n + column;
      ByteKernels::Tile tile = {
          left_ + r * left_stride_,   left_stride_,       scratch_.b, groups_,
          of_rows_.data() + r,        of_columns_.data(), at_ > 0,    whole ? to : edge_.data(),
          whole ? p_.n : most_columns};
      if (!whole && tile.add) copy(to, p_.n, edge_.data(), most_columns, rows, columns);
      kernels_.tile[rows - 1](tile);
      if (!whole) copy(edge_.data(), most_columns, to, p_.n, rows, columns);
    }
  }

  static void copy(const std::int32_t* from, std::int64_t from_stride, std::int32_t* to,
                   std::int64_t to_stride, std::int64_t rows, std::int64_t columns) {
    for (std::int64_t r = 0; r < rows; ++r) {
      std::copy_n(from + r * from_stride, columns, to + r * to_stride);
    }
  }

  const Matmul& p_;
  const std::uint8_t *a_, *b_;
  std::int32_t* c_;
  const Scratch scratch_;
  const std::uint8_t flip_a_, flip_b_;
  const ByteKernels& kernels_ = byte_kernels();
  std::int64_t row_ = 0, rows_ = 0;               // of the block
  std::int64_t at_ = 0, depth_ = 0, groups_ = 0;  // of the current range of k
  const std::uint8_t* left_ = nullptr;
  std::int64_t left_stride_ = 0;
  std::array<std::int32_t, most_rows> of_rows_ = {};
  std::array<std::int32_t, most_columns> of_columns_ = {};
  std::array<std::int32_t, ByteKernels::most_rows * most_columns> edge_ = {};
};

}  // namespace

void byte_gemm(const Matmul& p, const std::uint8_t* a, const std::uint8_t* b, std::int32_t* c,
               StepScratch& scratch) {
  const Blocks blocks(p);
  const std::int64_t count = blocks.down * blocks.across;
  const auto floats = Scratch::bytes(p) / static_cast<std::int64_t>(sizeof(float));
  ScratchSlots slots(scratch.floats(byte_scratch(p)), floats, ScratchSlots::count(count));
  const auto make = [&](std::int64_t part) {
    const ScratchSlots::Lease lease(slots);
    const std::int64_t row = part / blocks.across * blocks.rows;
    const std::int64_t column = part % blocks.across * blocks.columns;
    const Scratch own(p, reinterpret_cast<std::byte*>(lease.memory()));
    ByteBlock(p, a, b, c, own)
        .make(row, std::min(blocks.rows, p.m - row), column,
              std::min(blocks.columns, p.n - column));
  };
  if (count == 1) return make(0);
  ThreadPool::shared().parallel_for(static_cast<int>(count), make);
}

std::int64_t byte_scratch(const Matmul& p) {
  const Blocks blocks(p);
  return ScratchSlots::count(blocks.down * blocks.across) * Scratch::bytes(p);
}

}  // namespace ng
