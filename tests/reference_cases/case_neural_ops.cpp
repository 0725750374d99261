// SPDX-License-Identifier: Apache-2.0
// Convolution, pooling, look-ups and ctc with the arguments of cases.
#include "engine/base/error.h"
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
  return F(window_params(a.dictionary(0, "conv_params")), a.operand(1, "inputs"),
           a.operand(2, "filters"), a.optional_axes(3));
}

Built make_pooling(A a) {
  const Json& parameters = a.dictionary(0, "pool_params");
  if (!parameters.contains("op")) refuse(ErrorKind::key, "pooling needs the parameter op");
  return pooling(parameters["op"].get<std::string>(), window_params(parameters),
                 a.operand(1, "inputs"), a.optional_axes(2));
}

Built make_lookup(A a) {
  LookupOptions options;
  options.update = a.flag(3, "update", true);
  if (a.has(4, "pad_idx")) options.pad_idx = a.integer(4, "pad_idx", 0);
  return lookuptable(a.operand(0, "lut"), a.operand(1, "idx"), a.axes(2), options);
}

Built make_ctc(A a) {
  return ctc(a.operand(0, "activations"), a.operand(1, "labels"), a.operand(2, "activation_lens"),
             a.operand(3, "label_lens"), a.optional_axes(4));
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
