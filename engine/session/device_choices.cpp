// SPDX-License-Identifier: Apache-2.0
#include "engine/session/device_choices.h"

#include <algorithm>

#include "engine/backends/hetr/device_backends.h"
#include "engine/base/error.h"
#include "engine/passes/passes.h"

namespace ng {
namespace {

std::string text_of(const Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  return found == metadata.end() ? std::string() : found->second;
}

// The name without the number 0: "gpu:0" is "gpu".
std::string canonical(const std::string& device, const std::string& id) {
  const bool has_number = device.find(':') != std::string::npos;
  return device_named(id.empty() || has_number ? device : device + ":" + id).text();
}

// The device that the metadata names; empty: none.
std::string device_in(const Metadata& metadata, const std::string& home) {
  const std::string device = text_of(metadata, "device"), id = text_of(metadata, "device_id");
  if (device.empty() && id.empty()) return {};
  return canonical(device.empty() ? home : device, id);
}

void require_device_of(const std::string& device, const Node& node) {
  try {
    require_device(device);
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.where = describe(node);
    diagnostic.ops = {node.id};
    throw Error(error.fault(), error.kind(), std::move(diagnostic));
  }
}

}  // namespace

std::shared_ptr<const DeviceChoices> device_choices(const Graph& graph) {
  auto choices = std::make_shared<DeviceChoices>();
  for (const NodePtr& node : ordered_nodes(graph)) {
    if (!node->label) continue;
    const std::string device = device_in(node->label->metadata, choices->home);
    if (device.empty()) continue;
    require_device_of(device, *node);
    choices->of_ops[node->id] = device;
  }
  return choices;
}

bool every_device_convolves_batch_first(const DeviceChoices& choices) {
  const auto does = [](const std::string& device) {
    return require_device(device).capabilities().batch_first;
  };
  return does(choices.home) && std::all_of(choices.of_ops.begin(), choices.of_ops.end(),
                                           [&does](const auto& each) { return does(each.second); });
}

Pipeline with_devices(Pipeline pipeline) {
  const auto after = [&](const Pass* pass) {
    return pass == &version_state || pass == &shard_axes || pass == &cut_stages;
  };
  const auto last = std::find_if(pipeline.rbegin(), pipeline.rend(), after);
  pipeline.insert(last.base(), &assign_devices);
  return pipeline;
}

void refuse_ranks_of_devices() {
  Diagnostic diagnostic;
  diagnostic.what = "the transformer hetr cannot be divided among ranks";
  diagnostic.expected = "one process: the metadata 'device' of the ops names its devices";
  diagnostic.action = "leave out the ranks, or choose the transformer cpu or gpu";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng
