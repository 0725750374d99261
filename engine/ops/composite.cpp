// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/composite.h"

#include "engine/graph/evaluate.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/result_type.h"

namespace ng {

Value composed(const Node& node) {
  if (node.def->lower != LowerKind::composite) return {};
  const DType dtype = node.results[0].dtype;
  const bool integers = node.attributes.has("dtype") && !is_float(dtype);
  const DType real = dtype == DType::f64 || integers ? DType::f64 : DType::f32;
  const ScopedResultType between(computes_integers(node) ? dtype : real);
  const Value value = node.def->decompose(node);
  if (!value) return {};
  return of_type(Op(value), dtype).value();
}

}  // namespace ng
