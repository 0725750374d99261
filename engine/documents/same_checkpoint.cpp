// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/same_checkpoint.h"

#include "engine/formats/content_hash.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/runtime/ranks/same_program.h"
#include "engine/session/compile_options.h"

namespace ng {

void check_same_checkpoint(const Checkpoint& checkpoint, const Transformer& transformer) {
  const auto& ranks = transformer.options().ranks;
  if (!ranks) return;
  std::string text;
  if (const auto& position = checkpoint.position)
    text = position->computation + " " + std::to_string(position->iteration) + " " +
           std::to_string(position->batches);
  for (const CheckpointTensor& tensor : checkpoint.tensors)
    text += "\n" + content_hash(tensor.name, tensor.value);
  check_same_input(ranks->world(), content_hash(text), "checkpoints");
}

}  // namespace ng
