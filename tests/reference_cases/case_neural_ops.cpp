// SPDX-License-Identifier: Apache-2.0
// Convolution, pooling, look-ups and ctc, as cases call them.
#include "tests/reference_cases/case_ops.h"

namespace ng::cases {
namespace {

using A = const Arguments&;

WindowParams window_params(const Json& dictionary) {
  WindowParams params;
  for (const auto& [key, value] : dictionary.items()) {
    if (value.is_number()) params[key] = value.get<std::int64_t>();
  }
  return params;
}

template <Op (*F)(const WindowParams&, const Operand&, const Operand&, const std::optional<Axes>&)>
Built convolving(A a) {
  return F(window_params(a.dictionary(0)), a.operand(1), a.operand(2), a.optional_axes(3));
}

Built make_pooling(A a) {
  const Json& parameters = a.dictionary(0);
  return pooling(parameters.at("op"), window_params(parameters), a.operand(1), a.optional_axes(2));
}

Built make_lookup(A a) {
  LookupOptions options;
  options.update = a.flag("update", true);
  if (a.has(4, "pad_idx")) options.pad_idx = a.integer(4, "pad_idx", 0);
  return lookuptable(a.operand(0), a.operand(1), a.axes(2), options);
}

Built make_ctc(A a) {
  return ctc(a.operand(0), a.operand(1), a.operand(2), a.operand(3), a.optional_axes(4));
}

constexpr CaseOp rows[] = {
    {"convolution", convolving<convolution>},
    {"deconvolution", convolving<deconvolution>},
    {"pooling", make_pooling},
    {"lookuptable", make_lookup},
    {"ctc", make_ctc},
};

}  // namespace

std::span<const CaseOp> neural_rows() {
  return rows;
}

}  // namespace ng::cases
