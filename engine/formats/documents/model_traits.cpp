// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/model_traits.h"

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"

namespace ng {

const Traits& traits_of(const OpModel& op) {
  static const Traits unknown;
  const OpDef* const def = find_op(op.op);
  return def ? def->traits : unknown;
}

}  // namespace ng
