// SPDX-License-Identifier: Apache-2.0
// Checks that the parts of a saved compilation agree, so that whatever shows them need not. `json`
// is the part's place in the file. Each throws a bad_file Error at the first field that is out of
// range or refers to something absent.
#pragma once

#include "engine/parsing/json_field.h"
#include "engine/records/json/saved_compilation.h"

namespace ng {

void check_op(const OpRecord& op, const JsonField& json);
// Each op once, with its operands before it, so that no path through a graph returns to its start.
void check_graph(const GraphRecord& graph, const JsonField& json);
void check_compilation(const CompilationRecord& record, const JsonField& json);
void check_document(const DocumentRecord& document, const JsonField& json);

}  // namespace ng
