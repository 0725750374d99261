// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/document_tensors.h"

#include <cstring>

#include "engine/base/quote.h"
#include "engine/documents/binding/checkpoint_binding.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/records/model_node.h"

namespace ng {

DocumentTensors::DocumentTensors(const Document& document) {
  contents_.path = document.path;
  contents_.format = "document";
  contents_.document = document.title;
  for (const Op& op : state_of(document)) {
    CheckpointEntry entry;
    entry.name = op.name();
    entry.kind = op.node().def->name;
    const Metadata& metadata = op.metadata();
    if (const auto name = metadata.find(name_in_file_key); name != metadata.end())
      entry.in_file = name->second;
    entry.dtype = op.dtype();
    for (const Axis& axis : op.axes()) entry.axes.push_back(axis.label());
    entry.shape = op.axes().lengths();
    entry.bytes = element_count(entry.shape) * static_cast<std::int64_t>(size_of(op.dtype()));
    contents_.bytes += entry.bytes;
    if (!state_.emplace(entry.name, op).second) continue;
    contents_.entries.push_back(std::move(entry));
  }
}

Tensor DocumentTensors::read(const std::string& name) {
  const auto found = state_.find(name);
  if (found == state_.end())
    refuse(ErrorKind::key, quote(contents_.path) + " has no variable " + quote(name));
  return initial_contents(found->second.node());
}

std::vector<std::byte> DocumentTensors::read_elements(const std::string& name) {
  const Tensor tensor = read(name);
  std::vector<std::byte> elements(tensor.bytes.size());
  std::memcpy(elements.data(), tensor.bytes.data(), elements.size());
  return elements;
}

Tensor DocumentTensors::read_part(const std::string& name, std::int64_t first, std::int64_t count) {
  const Tensor tensor = read(name);
  Tensor part(tensor.dtype, {count});
  const std::size_t size = size_of(tensor.dtype);
  std::memcpy(part.bytes.data(), tensor.bytes.data() + static_cast<std::size_t>(first) * size,
              part.bytes.size());
  return part;
}

}  // namespace ng
