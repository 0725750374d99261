// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/matmul_kernels.h"

#include "engine/kernels/c_text.h"

namespace ng {
namespace {

// Beyond these sizes cuBLAS is faster: elements of the result, and products for each.
constexpr std::int64_t most_elements = 1 << 17, most_inner = 256;
constexpr std::int64_t few_elements = 1 << 14, most_inner_of_few = 1024;

// An array of rows of `width` elements; `other` counts the rows.
TileLoads dense(bool along_inner, const char* array, std::int64_t width) {
  return {
      along_inner, "",
      "        value = " + std::string(array) + "[other * " + std::to_string(width) + " + at];\n"};
}

}  // namespace

bool is_small(const Matmul& p) {
  if (p.dtype != DType::f32 && p.dtype != DType::f64) return false;  // cuBLAS uses tensor cores
  const std::int64_t elements = p.m * p.n;
  return elements <= most_elements &&
         p.k <= (elements <= few_elements ? most_inner_of_few : most_inner);
}

TileKernel matmul_kernel(const Matmul& p, bool scaled, const std::string& name) {
  TileKernel kernel;
  kernel.name = name;
  kernel.type = kernel::c_type(p.dtype);
  kernel.rows = p.m, kernel.columns = p.n, kernel.inner = p.k;
  kernel.tile_rows = tile_side(p.m, 32);
  kernel.tile_columns = tile_side(p.n, 32);
  kernel.tile_inner = p.k <= 16 ? 16 : p.k <= 32 ? 32 : 64;
  kernel.left = p.transpose_a ? dense(false, "a", p.m) : dense(true, "a", p.k);
  kernel.right = p.transpose_b ? dense(true, "b", p.k) : dense(false, "b", p.n);
  const std::string array = "const " + kernel.type + "* ";
  kernel.parameters = array + "a, " + array + "b, " + (p.accumulate ? array + "base, " : "") +
                      (scaled ? array + "scale, " : "") + kernel.type + "* c";
  const std::string place = "[i * " + std::to_string(p.n) + " + j]";
  const std::string factor = kernel::c_constant(p.alpha, p.dtype) + (scaled ? " * scale[0]" : "");
  kernel.finish = "c" + place + " = " + (p.accumulate ? "base" + place + " + " : "") +
                  (scaled || p.alpha != 1 ? factor + " * sum" : "sum") + ";\n";
  return kernel;
}

}  // namespace ng
