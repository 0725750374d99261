// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/nccl/combine_kernel.h"

#include "engine/backends/gpu/text_template.h"
#include "engine/kernels/c_text.h"

namespace ng {
namespace {

using kernel::Combine;

bool orders(Combine combine) {
  return combine == Combine::maximum || combine == Combine::minimum;
}

// Low bits of sums and products do not depend on the sign.
std::string accumulator(DType dtype, Combine combine) {
  if (dtype == DType::f64 || dtype == DType::f32) return "double";
  if (is_float(dtype)) return "float";
  if (dtype == DType::bool_) return "int";
  return orders(combine) && dtype != DType::u64 ? "long long" : "unsigned long long";
}

const char* expression(DType dtype, Combine combine) {
  if (dtype == DType::bool_) {
    const bool any = combine == Combine::add || combine == Combine::maximum;
    return any ? "all | next" : "all & next";
  }
  switch (combine) {
    case Combine::add: return "all + next";
    case Combine::multiply: return "all * next";
    case Combine::maximum: return "all != all || all > next ? all : next";
    case Combine::minimum: return "all != all || all < next ? all : next";
  }
  return "all";
}

}  // namespace

std::string combine_name(DType dtype, Combine combine) {
  return "combine_" + std::string(name(dtype)) + "_" + std::to_string(static_cast<int>(combine));
}

std::string combine_text(DType dtype, Combine combine) {
  const bool is_bool = dtype == DType::bool_;
  return TextTemplate()
      .set("name", combine_name(dtype, combine))
      .set("T", is_bool ? "unsigned char" : kernel::c_type(dtype))
      .set("A", accumulator(dtype, combine))
      .set("truth", is_bool ? " != 0" : "")
      .set("combined", expression(dtype, combine))
      .fill(
          R"(extern "C" __global__ void $name$(const $T$* parts, $T$* result, long long count, long long stride, int ranks) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  $A$ all = ($A$)(parts[i]$truth$);
  for (int rank = 1; rank < ranks; ++rank) {
    const $A$ next = ($A$)(parts[rank * stride + i]$truth$);
    all = $combined$;
  }
  result[i] = ($T$)all;
}
)");
}

}  // namespace ng
