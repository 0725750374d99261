// SPDX-License-Identifier: Apache-2.0
// A document as live ops: what programs build, the command line runs and the window shows.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/formats/run_plan_model.h"
#include "engine/graph/op.h"

namespace ng {

struct Document {
  std::string path;  // of the file; empty: not saved yet
  std::string title, description, made_by;
  std::vector<Op> ops;           // by id; operands may stand after their users
  std::vector<Op> computations;  // computation nodes, by whose names they are asked for
  std::optional<RunPlan> plan;
  std::vector<Diagnostic> notes;  // what was odd when it was read

  // By name, with or without its scopes, or as graphs print it ("add_7"). Key Error that suggests
  // another when there is none.
  Op find(const std::string& name) const;
  // By name; without one the plan's, else the first. Key Error when there is none.
  Op computation(const std::string& name = {}) const;
};

// Lengths of axes other than the document's own.
struct LoadOptions {
  // By the axis's id in the document, or its name. Axes of that name and old length follow, and
  // their shadows: they are as long because that one is.
  std::map<std::string, std::int64_t> axis_lengths;
  std::int64_t batch_size = 0;  // of every batch axis; 0: as they are
  // Set by any thread: the document is not wanted any more. Refused as cancelled, soon.
  const std::atomic<bool>* cancel = nullptr;
};

// Reads the document and its arrays and builds its ops, which keep their ids and names. bad_file
// Errors name file, line and op; nothing is built halfway. Value Errors for lengths that the ops do
// not allow, such as that of a constant's axis, naming the op; key Errors for axes that are not
// there.
Document load_document(const std::string& path, const LoadOptions& options = {});
// A document in memory, its ops built anew with these lengths; the same Errors.
Document with_lengths(const Document& document, const LoadOptions& options);

// Replaces the file at `path` whole: first the file of large arrays beside it, then the document.
// Everything that the computations and `ops` reach is saved. Equal documents give equal files.
// Value Error for ops that passes made.
void save_document(const Document& document, const std::string& path);

}  // namespace ng
