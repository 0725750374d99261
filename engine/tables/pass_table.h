// SPDX-License-Identifier: Apache-2.0
// The passes of a compilation as a table.
#pragma once

#include "engine/records/compilation_record.h"
#include "engine/tables/table_column.h"

namespace ng {

struct PassRow {
  std::int64_t number;  // 1: the first pass
  const PassRecord* pass;
};
std::vector<PassRow> pass_rows(const CompilationRecord& record);  // must outlive the rows

// "−3 +1 ~2": ops removed, added and modified; or "off", "no change", "changed".
std::string change_text(const PassRecord& pass);

const Columns<PassRow>& pass_columns();

}  // namespace ng
