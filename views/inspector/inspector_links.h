// SPDX-License-Identifier: Apache-2.0
// The five links of an op: source line, passes, kernel, buffer and value. A link has a target or a
// text with the reason why not. Reads records only.
#pragma once

#include <QStringList>
#include <array>
#include <functional>
#include <vector>

#include "engine/records/records.h"
#include "engine/records/run_state.h"
#include "views/core/selection.h"

namespace ng::views {

enum class LinkKind { madeAt, passes, kernel, buffer, value };

struct InspectorLink {
  LinkKind kind = LinkKind::madeAt;
  QString label;   // e.g. "source"
  QString text;    // name of the target, or the reason why it is missing
  QString detail;  // e.g. "61 %", "512 B"; can be empty
  bool resolved = false;
  // The target; `kind` determines which members are set.
  QString file;
  int line = 0;
  std::vector<int> passes;  // indices of passes in the compilation, ascending
  QString kernel, buffer;
  OpId op = 0;        // op whose value is the target
  QStringList names;  // all kernels or buffers that contain the op; the first is the target
};

using InspectorLinks = std::array<InspectorLink, 5>;  // indexed by LinkKind

struct LinkSource {
  const DocumentRecord* document = nullptr;
  const CompilationRecord* compilation = nullptr;
  RunState run = RunState::idle;
  std::function<bool(OpId)> hasValue;  // empty: no values yet
};

InspectorLinks inspectorLinks(const LinkSource& source, OpId op);

// Only the value link, to update an open page during a run.
InspectorLink valueLink(const LinkSource& source, OpId op);

// Record of `op` from the graph after pass `pass`, else from the latest graph that contains it,
// else from the document. Null if no graph contains it.
const OpRecord* findOp(const LinkSource& source, OpId op, int pass = asWritten);

}  // namespace ng::views
