// SPDX-License-Identifier: Apache-2.0
// The five links of an op: the line that made it, the passes that touched it, the kernel that
// computes it, the buffer it lies in, its value. Each leads somewhere or says why not. Reads
// records only.
#pragma once

#include <QStringList>
#include <array>
#include <functional>
#include <vector>

#include "engine/session/record.h"

namespace ng::views {

enum class LinkKind { madeAt, passes, kernel, buffer, value };

struct InspectorLink {
  LinkKind kind = LinkKind::madeAt;
  QString label;   // "made at"
  QString text;    // the target's name, or why there is none
  QString detail;  // "61 %", "512 B"; may be empty
  bool resolved = false;
  // The target; which of these holds depends on the kind.
  QString file;
  int line = 0;
  std::vector<int> passes;  // indexes in the compilation, ascending
  QString kernel, buffer;
  OpKey op = 0;       // whose value
  QStringList names;  // of all kernels or buffers that it became part of, the first among them
};

using InspectorLinks = std::array<InspectorLink, 5>;  // in the order of LinkKind

struct LinkSource {
  const DocumentRecord* document = nullptr;
  const CompilationRecord* compilation = nullptr;
  RunState run = RunState::idle;
  std::function<bool(OpKey)> hasValue;  // empty: there are none yet
};

InspectorLinks inspectorLinks(const LinkSource& source, OpKey op);

// The last of them alone, for a page that is open while the graph runs.
InspectorLink valueLink(const LinkSource& source, OpKey op);

// The record of `op`: in the graph after pass `pass`, else the newest graph that has it, else the
// document's. Null when no graph has it.
const OpRecord* findOp(const LinkSource& source, OpKey op, int pass = -1);

}  // namespace ng::views
