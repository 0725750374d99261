// SPDX-License-Identifier: Apache-2.0
// Saves and restores models: weights, running statistics, optimizer and random
// states, identified by the names of their ops.
#pragma once

#include <string>
#include <vector>

#include "engine/documents/checkpoint.h"
#include "engine/neon/training/bound_computation.h"

namespace ng::neon {

struct RestoreOptions {
  // Ops that the file lacks keep their values. Values with other axes, lengths or element types are
  // still refused.
  bool allow_missing = false;
};

// Names come from scopes, so a model built the same way finds its values, even in another process
// or next to other models. Files are checkpoints of documents/checkpoint.h. Used by the
// transformer's thread.
class Saver {
 public:
  // Selects what to save: the state that the computations (all of this transformer) use. Throws
  // value Errors for no computation, two ops of one name, or computations of different
  // transformers.
  void setup_save(const TransformerPtr& transformer, const std::vector<Computation>& computations);
  void setup_save(const std::vector<BoundComputation>& computations);
  // Replaces the file atomically. Throws a value Error before setup_save, and a system Error if
  // writing fails.
  void save(const std::string& path) const;

  // Selects what to restore and from which file, which is read and checked here. Throws a bad_file
  // Error for a damaged file or one of another kind.
  void setup_restore(const TransformerPtr& transformer,
                     const std::vector<Computation>& computations, const std::string& path);
  void setup_restore(const std::vector<BoundComputation>& computations, const std::string& path);
  // Sets the values and returns which ones were missing in, or additional to, the file. Throws a
  // value Error that lists missing and mismatched values, or before setup_restore; nothing is
  // changed then.
  CheckpointFit restore(const RestoreOptions& options = {}) const;

 private:
  struct Part {
    TransformerPtr transformer;
    std::vector<Op> state;
  };
  static Part part_of(const TransformerPtr& transformer,
                      const std::vector<Computation>& computations);

  Part saved_, restored_;
  Checkpoint checkpoint_;
};

}  // namespace ng::neon
