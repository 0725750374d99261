// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/tile_text.h"

#include <algorithm>

#include "engine/backends/gpu/text_template.h"

namespace ng {
namespace {

constexpr int sums_per_block = 32;  // elements that a block of NAME_sum adds up

// One of the two matrices: "left" or "right".
struct Side {
  const char* name;
  const TileLoads& loads;
  std::string from;    // first row or column of the tile
  std::string side;    // its rows or columns
  std::string length;  // all rows or columns

  // Places of the `i`th element of a thread along its threads, and across them.
  std::string along() const { return "thread % " + (loads.along_inner ? "$K$" : side); }
  std::string across() const {
    const std::string width = loads.along_inner ? "$K$" : side;
    return "thread / " + width + " + i * (256 / " + width + ")";
  }
};

// Loads the thread's elements of the next tile into registers.
std::string load_text(const Side& side) {
  const bool inner = side.loads.along_inner;
  return std::string("  const auto load_") + side.name + " = [&]($type$* next, $int$ from) {\n" +
         "    const $int$ at = " + (inner ? "from" : side.from) + " + " + side.along() + ";\n" +
         side.loads.fixed + "#pragma unroll\n    for (int i = 0; i < $K$ * " + side.side +
         " / 256; ++i) {\n      const $int$ other = " + (inner ? side.from : "from") + " + " +
         side.across() + ";\n      $type$ value = 0;\n      if (at < " +
         (inner ? "end" : side.length) + " && other < " + (inner ? side.length : "end") + ") {\n" +
         side.loads.element + "      }\n      next[i] = value;\n    }\n  };\n";
}

// Moves the loaded elements to shared memory.
std::string put_text(const Side& side) {
  const std::string place = side.loads.along_inner
                                ? "[" + side.along() + "][" + side.across() + "]"
                                : "[" + side.across() + "][" + side.along() + "]";
  return std::string("#pragma unroll\n    for (int i = 0; i < $K$ * ") + side.side +
         " / 256; ++i) tile_" + side.name + place + " = next_" + side.name + "[i];\n";
}

// One factor of the product `k` of element (i, j), and whether it exists.
std::string factor_text(const Side& side, const std::string& row) {
  std::string element = side.loads.element;
  const std::string sets = "value = ";
  for (auto at = element.find(sets); at != std::string::npos;
       at = element.find(sets, at + sets.size() + 15))
    element.insert(at, "exists = true, ");
  const bool inner = side.loads.along_inner;
  return "      {\n        const $int$ at = " + (inner ? "k" : row) +
         ", other = " + (inner ? row : "k") + ";\n" + side.loads.fixed +
         "        $type$ value = 0;\n        bool exists = false;\n" + element + "        " +
         side.name + " = value, all = all && exists;\n      }\n";
}

// The sum without the products that miss a factor. Those were added as 0, which is wrong where the
// other factor is not finite.
std::string exact_text(const Side& left, const Side& right) {
  return "  const auto exact = [&]($int$ i, $int$ j) {\n    $type$ sum = 0, part = 0;\n"
         "    for ($int$ k = 0; k < $inner$; ++k) {\n      $type$ left, right;\n"
         "      bool all = true;\n" +
         factor_text(left, "i") + factor_text(right, "j") +
         "      if (all) part += left * right;\n"
         "      if (k % 128 == 127) sum += part, part = 0;\n    }\n    return sum + part;\n  };\n";
}

std::string finish_text(const TileKernel& kernel, const std::string& indent) {
  std::string text;
  if (kernel.may_miss) text += indent + "if (!(sum - sum == 0)) sum = exact(i, j);\n";
  return text + indent + kernel.finish;
}

// A thread's sums are those of $R$ neighbouring rows and of columns in groups of $group$; after 128
// products they are added to a second sum, so that no chain of additions is long.
constexpr const char* sums_text = R"(    __syncthreads();
    if (from + $K$ < end) {
      load_left(next_left, from + $K$);
      load_right(next_right, from + $K$);
    }
#pragma unroll
    for (int k = 0; k < $K$; ++k) {
      $type$ row[$R$], column[$S$];
#pragma unroll
      for (int r = 0; r < $R$; ++r) row[r] = tile_left[k][first_row + r];
#pragma unroll
      for (int s = 0; s < $S$; ++s)
        column[s] = tile_right[k][first_column + s / $group$ * (16 * $group$) + s % $group$];
#pragma unroll
      for (int r = 0; r < $R$; ++r)
#pragma unroll
        for (int s = 0; s < $S$; ++s) sums[r][s] += row[r] * column[s];
    }
    __syncthreads();
    if (++loaded % (128 / $K$) != 0) continue;
#pragma unroll
    for (int r = 0; r < $R$; ++r)
#pragma unroll
      for (int s = 0; s < $S$; ++s) far[r][s] += sums[r][s], sums[r][s] = 0;
  }
)";

std::string main_text(const TileKernel& kernel, const Side& left, const Side& right) {
  const bool divided = kernel.parts > 1;
  std::string text = "extern \"C\" __global__ void __launch_bounds__(256) " + kernel.name + "(" +
                     kernel.parameters + ") {\n";
  text += R"(  __shared__ __align__(16) $type$ tile_left[$K$][$tile_rows$ + $left_pad$];
  __shared__ __align__(16) $type$ tile_right[$K$][$tile_columns$ + $right_pad$];
  const int thread = threadIdx.x;
  const $int$ block = blockIdx.x;
  const $int$ row_from = block % $down$ * $tile_rows$;
  const $int$ column_from = block / $down$ % $across$ * $tile_columns$;
)";
  if (kernel.groups > 1) text += "  const $int$ g = block / ($down$ * $across$ * $parts$);\n";
  text += divided ? "  const $int$ part = block / ($down$ * $across$)" +
                        std::string(kernel.groups > 1 ? " % $parts$" : "") +
                        R"(, begin = part * $part_length$;
  const $int$ end = begin + $part_length$ < $inner$ ? begin + $part_length$ : $inner$;
)"
                  : "  const $int$ begin = 0, end = $inner$;\n";
  text += load_text(left) + load_text(right);
  if (kernel.may_miss && !divided) text += exact_text(left, right);
  text += R"(  $type$ next_left[$K$ * $tile_rows$ / 256], next_right[$K$ * $tile_columns$ / 256];
  $type$ sums[$R$][$S$] = {}, far[$R$][$S$] = {};
  const int first_row = thread / 16 * $R$, first_column = thread % 16 * $group$;
  load_left(next_left, begin);
  load_right(next_right, begin);
  int loaded = 0;
  for ($int$ from = begin; from < end; from += $K$) {
)";
  text += put_text(left) + put_text(right) + sums_text;
  text += R"(#pragma unroll
  for (int r = 0; r < $R$; ++r) {
#pragma unroll
    for (int s = 0; s < $S$; ++s) {
      const $int$ i = row_from + first_row + r;
      const $int$ j = column_from + first_column + s / $group$ * (16 * $group$) + s % $group$;
      if (i >= $rows$ || j >= $columns$) continue;
      $type$ sum = far[r][s] + sums[r][s];
)";
  const char* const row =
      kernel.groups > 1 ? "(part * $groups$ + g) * $rows$ + i" : "part * $rows$ + i";
  text += divided ? "      parts[(" + std::string(row) + ") * $columns$ + j] = sum;\n"
                  : finish_text(kernel, "      ");
  return text + "    }\n  }\n}\n";
}

// Eight threads add up every eighth part of an element; one adds their sums in order.
std::string sum_text(const TileKernel& kernel, const Side& left, const Side& right) {
  return "extern \"C\" __global__ void __launch_bounds__(256) " + kernel.name + "_sum(" +
         kernel.parameters + ") {\n" + R"(  __shared__ $type$ sums[8][32];
  const int lane = threadIdx.x / 32;
  const $int$ element = blockIdx.x * 32 + threadIdx.x % 32, all = $all$;
  $type$ sum = 0;
  if (element < all)
    for (int part = lane; part < $parts$; part += 8) sum += parts[part * all + element];
  sums[lane][threadIdx.x % 32] = sum;
  __syncthreads();
  if (lane != 0 || element >= all) return;
  for (int other = 1; other < 8; ++other) sum += sums[other][threadIdx.x];
)" +
         (kernel.groups > 1
              ? "  const $int$ g = element / ($rows$ * $columns$);\n"
                "  const $int$ i = element / $columns$ % $rows$, j = element % $columns$;\n"
              : "  const $int$ i = element / $columns$, j = element % $columns$;\n") +
         (kernel.may_miss ? exact_text(left, right) : "") + finish_text(kernel, "  ") + "}\n";
}

}  // namespace

std::int64_t TileKernel::sum_blocks() const {
  return parts > 1 ? (groups * rows * columns + sums_per_block - 1) / sums_per_block : 0;
}

int tile_side(std::int64_t length, int most) {
  int side = 16;
  while (side < most && side < length) side *= 2;
  return side;
}

std::string tile_text(const TileKernel& kernel) {
  const Side left{"left", kernel.left, "row_from", "$tile_rows$", "$rows$"};
  const Side right{"right", kernel.right, "column_from", "$tile_columns$", "$columns$"};
  const int columns = kernel.tile_columns / 16;
  TextTemplate sizes;
  sizes.set("type", kernel.type).set("int", kernel.integer).set("K", kernel.tile_inner);
  sizes.set("rows", kernel.rows).set("columns", kernel.columns).set("inner", kernel.inner);
  sizes.set("down", kernel.tiles_down()).set("across", kernel.tiles_across());
  sizes.set("tile_rows", kernel.tile_rows).set("tile_columns", kernel.tile_columns);
  sizes.set("groups", kernel.groups).set("all", kernel.groups * kernel.rows * kernel.columns);
  sizes.set("parts", kernel.parts).set("part_length", kernel.part_length);
  sizes.set("R", kernel.tile_rows / 16).set("S", columns).set("group", std::min(columns, 4));
  // Threads that store along the products then use different banks.
  sizes.set("left_pad", kernel.left.along_inner ? 1 : 4);
  sizes.set("right_pad", kernel.right.along_inner ? 1 : 4);
  std::string text = main_text(kernel, left, right);
  if (kernel.parts > 1) text += sum_text(kernel, left, right);
  return sizes.fill(std::move(text));
}

}  // namespace ng
