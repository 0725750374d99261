// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/op_docs.h"

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"

namespace ng {

std::string_view op_documentation(const std::string& op) {
  const OpDef* def = find_op(op);
  return def ? def->doc : std::string_view();
}

}  // namespace ng
