// SPDX-License-Identifier: Apache-2.0
// Bindings that write and read the state of graphs as checkpoints.
#include "engine/documents/checkpoint.h"
#include "engine/documents/same_checkpoint.h"
#include "engine/graph/op_def.h"
#include "engine/python/handles.h"
#include "engine/python/neon/bind_neon.h"
#include "engine/python/transformer_use.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;

py::dict restore_state(const std::string& path, Transformer& transformer,
                       const std::vector<Op>& state, bool allow_missing) {
  const Checkpoint checkpoint = read_checkpoint(path);
  check_same_checkpoint(checkpoint, transformer);
  const CheckpointFit found = fit(checkpoint, state);
  std::vector<Op> wanted = state;
  if (allow_missing) {
    std::erase_if(wanted, [&](const Op& op) {
      return std::none_of(checkpoint.tensors.begin(), checkpoint.tensors.end(),
                          [&](const CheckpointTensor& tensor) { return tensor.name == op.name(); });
    });
  }
  do_alone("is restored", transformer, [&] { apply_checkpoint(checkpoint, transformer, wanted); });
  return py::dict("missing"_a = found.missing, "extra"_a = found.extra);
}

void save_state(const std::string& path, const Transformer& transformer,
                const std::vector<Op>& state) {
  do_alone("is saved", transformer, [&] { write_state(path, transformer, state); });
}

}  // namespace

void bind_checkpoints(py::module_& m) {
  m.def("save_state", save_state, "path"_a, "transformer"_a, "state"_a,
        "Write the values of storage ops to a checkpoint, atomically.");
  m.def("restore_state", restore_state, "path"_a, "transformer"_a, "state"_a,
        "allow_missing"_a = false,
        "Restore values from a checkpoint. Returns the missing and the additional names.");
}

}  // namespace ng::python
