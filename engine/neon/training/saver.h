// SPDX-License-Identifier: Apache-2.0
// Saves and restores models (semantics 7.6): weights, running statistics, states of optimizers and
// of random ops, by the names of their ops.
#pragma once

#include <string>
#include <vector>

#include "engine/neon/training/bound_computation.h"
#include "engine/session/checkpoint.h"

namespace ng::neon {

struct RestoreOptions {
  // Ops whose names the file lacks keep their values. Values of other axes, lengths or element
  // types are refused all the same.
  bool allow_missing = false;
};

// Names come from scopes, so a model that is built alike, by another process or beside other models
// that are gone, finds its values. The file is a checkpoint of session/checkpoint.h. Used by the
// transformer's thread.
class Saver {
 public:
  // What to save: the state that the computations, all of this transformer, reach. Value Errors: no
  // computation, two ops of one name, bound computations of different transformers.
  void setup_save(const TransformerPtr& transformer, const std::vector<Computation>& computations);
  void setup_save(const std::vector<BoundComputation>& computations);
  // Replaces the file whole or not at all. Value Error before setup_save; system Error when the
  // disk does not take it.
  void save(const std::string& path) const;

  // What to restore, and from which file: it is read and checked here; bad_file Error for a file
  // that is damaged or of another kind.
  void setup_restore(const TransformerPtr& transformer,
                     const std::vector<Computation>& computations, const std::string& path);
  void setup_restore(const std::vector<BoundComputation>& computations, const std::string& path);
  // Puts the values in, and tells what the file lacked and what it had besides. Value Error that
  // lists what is missing or does not fit, and before setup_restore; then nothing is changed.
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
