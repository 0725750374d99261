// SPDX-License-Identifier: Apache-2.0
// A graph, as a document has it or as a pass left it.
#pragma once

#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/op_record.h"
#include "engine/records/row_index.h"
#include "engine/records/shared_rows.h"

namespace ng {

// Operands precede their users. A fused op is followed by the ops of its body, which have its id in
// `kernel`; operands inside a body refer directly to the outer producers.
struct GraphRecord {
  SharedRows<OpRecord> ops;  // rows are shared between graphs of passes that did not change them
  std::vector<OpId> results;
  const OpRecord* find(OpId id) const;  // null if absent; thread safe
 private:
  RowIndex<OpId> rows_;
};

}  // namespace ng
