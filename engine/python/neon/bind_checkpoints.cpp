// SPDX-License-Identifier: Apache-2.0
// The state of graphs, to and from checkpoints.
#include "engine/python/handles.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/session/checkpoint.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

py::dict restore_state(const std::string& path, Transformer& transformer,
                       const std::vector<Op>& state, bool allow_missing) {
  const Checkpoint checkpoint = read_checkpoint(path);
  const CheckpointFit found = fit(checkpoint, state);
  std::vector<Op> wanted = state;
  if (allow_missing) {
    std::erase_if(wanted, [&](const Op& op) {
      return std::none_of(checkpoint.tensors.begin(), checkpoint.tensors.end(),
                          [&](const CheckpointTensor& tensor) { return tensor.name == op.name(); });
    });
  }
  apply_checkpoint(checkpoint, transformer, wanted);
  return py::dict("missing"_a = found.missing, "extra"_a = found.extra);
}

}  // namespace

void bind_checkpoints(py::module_& m) {
  m.def(
      "save_state",
      [](const std::string& path, const Transformer& transformer, const std::vector<Op>& state) {
        write_checkpoint(path, take_checkpoint(transformer, state));
      },
      "path"_a, "transformer"_a, "state"_a,
      "Writes what the storage ops hold to a checkpoint, whole or not at all.");
  m.def("restore_state", restore_state, "path"_a, "transformer"_a, "state"_a,
        "allow_missing"_a = false,
        "Puts the values of a checkpoint in; tells which ops it lacks, and what it had besides.");
}

}  // namespace ng::python
