// SPDX-License-Identifier: Apache-2.0
// Checkpoints: the state of computations and the position of a run, in one safetensors file. The
// manifest in its metadata holds a hash of every part, so damage is detected before anything is
// changed.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/records/series_record.h"
#include "engine/session/transformer.h"

namespace ng {

struct CheckpointTensor {
  std::string name;               // of the op, including its scopes
  std::vector<std::string> axes;  // axis labels: "C", "C-1"
  std::string kind;               // "variable" or "persistent_tensor"
  Tensor value;
};

// Position of a run.
struct RunPosition {
  std::string computation;
  std::int64_t iteration = 0;           // completed calls
  std::int64_t batches = 1;             // calls per epoch
  std::vector<std::int64_t> evaluated;  // number of runs of each evaluation
};

struct Checkpoint {
  std::string document;  // title of the document, for display
  std::vector<CheckpointTensor> tensors;
  std::optional<RunPosition> position;
  std::vector<SeriesRecord> series;
};

// Variables and persistent tensors reachable from the computations, by name.
std::vector<Op> state_of(std::span<const Computation> computations);

// Calls `take` with the index of each op of `state` and its value; nullopt: not allocated. A
// collective call if ranks have parts of state, in the order in which ops were made: it is the same
// in all processes, automatic names are not.
void read_state(const Transformer& transformer, const std::vector<Op>& state,
                const std::function<void(std::size_t index, std::optional<Tensor> value)>& take);

// The ranks that get the tensors of a checkpoint; others exchange them one by one and keep none.
enum class CheckpointRanks { all, writer };

// Copies the values of `state` from the transformer; unallocated ops give their initial values. A
// collective call if ranks have parts of state.
Checkpoint take_checkpoint(const Transformer& transformer, const std::vector<Op>& state,
                           CheckpointRanks ranks = CheckpointRanks::all);

// Replaces the file at `path` atomically: after a failure or a kill it holds the old or the new
// checkpoint. Throws a system Error if writing fails, a value Error if two ops share a name.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

// Reads and verifies the whole file. Throws a bad_file Error if it is damaged, of a newer version,
// or no checkpoint.
Checkpoint read_checkpoint(Reader& reader);
Checkpoint read_checkpoint(const std::string& path);

// How a checkpoint matches a list of ops. Each line names an op and the difference. For axes with
// generated names ("Axis_12") only the lengths are compared.
struct CheckpointFit {
  std::vector<std::string> missing;     // names of ops that the checkpoint lacks
  std::vector<std::string> extra;       // names of tensors that match no op
  std::vector<std::string> mismatched;  // different axes, lengths or dtype, as text
  bool complete() const { return missing.empty() && mismatched.empty(); }
};
CheckpointFit fit(const Checkpoint& checkpoint, const std::vector<Op>& state);

// Writes the state of a transformer, on several ranks by the first for all; returns when the file
// is complete. A collective call of all ranks.
void write_state(const std::string& path, const Transformer& transformer,
                 const std::vector<Op>& state);

// Copies the values into the transformer; extra tensors are ignored, but not all. Throws a value
// Error that lists missing and mismatched tensors, before anything is changed.
void apply_checkpoint(const Checkpoint& checkpoint, Transformer& transformer,
                      const std::vector<Op>& state);

}  // namespace ng
