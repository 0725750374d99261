// SPDX-License-Identifier: Apache-2.0
#include "engine/records/graph_record.h"

namespace ng {

std::string length_text(const AxisRecord& axis) {
  return axis.length ? std::to_string(*axis.length) : "?";
}

const OpRecord* GraphRecord::find(OpId id) const {
  return rows_.find(ops, id, &OpRecord::id);
}

}  // namespace ng
