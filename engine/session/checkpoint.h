// SPDX-License-Identifier: Apache-2.0
// Checkpoints: the state of computations, and how far a run has come, in one file that any reader
// of safetensors understands. The manifest in the file's metadata has a hash of every part, so
// damage is found before anything is changed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/session/record.h"
#include "engine/session/transformer.h"

namespace ng {

struct CheckpointTensor {
  std::string name;               // of the op, with its scopes
  std::vector<std::string> axes;  // their labels: "C", "C-1"
  std::string kind;               // "variable" or "persistent_tensor"
  Tensor value;
};

// How far a run has come.
struct RunPosition {
  std::string computation;
  std::int64_t iteration = 0;           // calls done
  std::int64_t batches = 1;             // calls of an epoch
  std::vector<std::int64_t> evaluated;  // how often each evaluation has run
};

struct Checkpoint {
  std::string document;  // its title, for people
  std::vector<CheckpointTensor> tensors;
  std::optional<RunPosition> position;
  std::vector<SeriesRecord> series;
};

// Variables and persistent tensors that the computations reach, by name.
std::vector<Op> state_of(std::span<const Computation> computations);

// Copies of what `state` holds in the transformer; initial values of what is not allocated yet.
Checkpoint take_checkpoint(const Transformer& transformer, const std::vector<Op>& state);

// Replaces the file at `path` whole: a failure, or a kill at any instant, leaves the old one or the
// new one. System Error when the disk does not take it; value Error when two ops share a name.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

// Reads and checks all of it. bad_file Error for a file that is damaged, newer, or no checkpoint.
Checkpoint read_checkpoint(Reader& reader);
Checkpoint read_checkpoint(const std::string& path);

// How a checkpoint fits a list of ops: each line names an op, and what differs. Of axes that were made
// without a name ("Axis_12") only the lengths count.
struct CheckpointFit {
  std::vector<std::string> missing;     // ops that the checkpoint lacks
  std::vector<std::string> extra;       // tensors that no op takes
  std::vector<std::string> mismatched;  // other axes, lengths or dtype
  bool complete() const { return missing.empty() && mismatched.empty(); }
};
CheckpointFit fit(const Checkpoint& checkpoint, const std::vector<Op>& state);

// Puts the values into the transformer. Value Error listing what is missing or mismatched, and then
// nothing is changed; extra tensors are left alone.
void apply_checkpoint(const Checkpoint& checkpoint, Transformer& transformer,
                      const std::vector<Op>& state);

}  // namespace ng
