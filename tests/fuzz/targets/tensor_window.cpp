// SPDX-License-Identifier: Apache-2.0
// Target: tensor files read in parts: their contents, and parts of a few tensors.
#include "engine/documents/tensor_window.h"
#include "engine/documents/checkpoint_contents.h"
#include "tests/fuzz/file_of_bytes.h"

namespace ng::fuzz {
namespace {

constexpr std::size_t looked_at = 4;

TensorBox corner_of(const Shape& shape) {
  TensorBox box{Shape(shape.size(), 0), shape};
  for (std::int64_t& count : box.count) count = std::min<std::int64_t>(count, 3);
  return box;
}

}  // namespace

void target_tensor_window(Bytes bytes) {
  const FileOfBytes file(bytes);
  CheckpointSource source(file.path());
  const std::vector<CheckpointEntry>& entries = source.contents().entries;
  for (std::size_t i = 0; i < std::min(looked_at, entries.size()); ++i) {
    if (!entries[i].has_values()) continue;
    source.read(entries[i].name);
    const auto window = TensorWindow::open(file.path(), entries[i].name);
    if (!window) continue;
    window->sample(10);
    if (window->shape().size() < 8) window->read_box(corner_of(window->shape()));
  }
}

}  // namespace ng::fuzz
