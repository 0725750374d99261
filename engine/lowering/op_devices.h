// SPDX-License-Identifier: Apache-2.0
// The devices of the ops of a graph, of a backend that runs programs on several devices.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/graph/graph.h"

namespace ng {

// What users asked for. Devices by name: "cpu", "gpu:1".
struct DeviceChoices {
  std::map<OpId, std::string> of_ops;  // metadata `device` and `device_id`, by the user's op
  std::string home = "cpu";            // of ops that no metadata reaches
  // Several devices, each of which computes a part of an axis.
  struct Parallel {
    std::vector<std::string> devices;
    std::string axis;    // the metadata `parallel`
    std::set<OpId> ops;  // that name these devices; in `of_ops` they have the first
  };
  std::optional<Parallel> parallel = {};
};

// By id of a variable or placeholder, the device that keeps it (PassOptions::state_devices).
using StateDevices = std::map<OpId, std::string>;

// Is the node an op, not a source of values?
bool computes(const Node& node);

// Is the node a variable, placeholder or other source whose values are kept between calls?
bool has_storage(const Node& node);

// The devices of the ops of a graph that the pass assign_devices has divided: an op runs on the
// device of its readers and operands, since a device_copy is between ops of different devices.
class OpDevices {
 public:
  OpDevices(const Graph& graph, const DeviceChoices& choices, const StateDevices& states);

  // The device of an op or of storage; home if it is not known.
  const std::string& of(const Node& node) const;

 private:
  void follow_readers(const std::vector<NodePtr>& order);
  bool follow_operands(const std::vector<NodePtr>& order);

  const DeviceChoices& choices_;
  const StateDevices& states_;
  std::unordered_map<const Node*, std::string> devices_;
};

}  // namespace ng
