// SPDX-License-Identifier: Apache-2.0
#include "engine/session/device_choices.h"

#include <algorithm>
#include <string_view>
#include <vector>

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
  const DeviceName named = device_named(id.empty() || has_number ? device : device + ":" + id);
  if (!has_number || id.empty() || id == std::to_string(named.number)) return named.text();
  Diagnostic diagnostic;
  diagnostic.what = "the metadata 'device' and 'device_id' name different devices";
  diagnostic.found = "'" + device + "' and '" + id + "'";
  diagnostic.expected = "one number, as in device='gpu', device_id='1'";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// "1", or several as "0,1" or '["0", "1"]'.
std::vector<std::string> ids_of(const std::string& text) {
  std::vector<std::string> ids(1);
  for (const char c : text) {
    if (c == ',') {
      ids.emplace_back();
    } else if (std::string_view(" []()\"'").find(c) == std::string_view::npos) {
      ids.back() += c;
    }
  }
  return ids;
}

// The devices that the metadata names; empty: none.
std::vector<std::string> devices_in(const Metadata& metadata, const std::string& home) {
  const std::string device = text_of(metadata, "device"), ids = text_of(metadata, "device_id");
  std::vector<std::string> devices;
  if (device.empty() && ids.empty()) return devices;
  for (const std::string& id : ids_of(ids))
    devices.push_back(canonical(device.empty() ? home : device, id));
  return devices;
}

// All ops with several devices divide the same axis among the same ones.
void add_parallel(std::optional<DeviceChoices::Parallel>& known,
                  const std::vector<std::string>& devices, const Node& node) {
  const std::string axis = text_of(node.label->metadata, "parallel");
  if (!known) known = DeviceChoices::Parallel{devices, axis, {}};
  known->ops.insert(node.id);
  if (!axis.empty() && known->axis == axis && known->devices == devices) return;
  Diagnostic diagnostic;
  diagnostic.what = axis.empty() ? "an op has several devices, but no axis to divide among them"
                                 : "ops divide their axes among devices in different ways";
  diagnostic.where = describe(node);
  diagnostic.expected =
      "the metadata 'parallel' with the name of one axis, and one list of devices";
  diagnostic.action = "change the op's metadata 'parallel' or 'device_id'";
  diagnostic.ops = {node.id};
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The devices of an op, which can run here. Errors name the op.
std::vector<std::string> devices_of(const Node& node, const std::string& home) {
  try {
    std::vector<std::string> devices = devices_in(node.label->metadata, home);
    for (const std::string& device : devices) require_device(device);
    return devices;
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
    const std::vector<std::string> devices = devices_of(*node, choices->home);
    if (devices.empty()) continue;
    choices->of_ops[node->id] = devices[0];
    if (devices.size() > 1) add_parallel(choices->parallel, devices, *node);
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
