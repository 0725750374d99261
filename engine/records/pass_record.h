// SPDX-License-Identifier: Apache-2.0
// One run of a pass, with the graph before and after.
#pragma once

#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/op_id.h"
#include "engine/records/lazy_text.h"
#include "engine/records/pass_phase.h"
#include "engine/records/records.h"

namespace ng {

struct RewriteRecord {
  std::string rule;  // "x*1 -> x"
  std::vector<OpId> removed, added;
  double microseconds = 0;
};

// A rule of a pass that can be disabled by name.
struct RuleRecord {
  std::string name;  // "x*1 -> x"
  bool enabled = true;
};

struct PassRecord {
  std::string name;      // "fold_constants"
  std::string sentence;  // "before -> after" in one line
  PassPhase phase = PassPhase::graph;
  std::string condition;  // when it runs, as text; empty: always
  std::string reason;     // why it runs at this position
  bool required = false;  // for correct programs; cannot be disabled
  bool enabled = true;
  bool changed = false;
  std::vector<RuleRecord> rules;  // that can be disabled individually
  double microseconds = 0;
  GraphRecordPtr before, after;                // never null; the same pointer when nothing changed
  std::vector<OpId> added, removed, modified;  // ops of `after` / `before` / both
  std::vector<RewriteRecord> rewrites;
  std::vector<Diagnostic> diagnostics;
  LazyText text_before, text_after;  // printed graphs (or programs), for the text diff
};

}  // namespace ng
