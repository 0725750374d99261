// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/pass_devices.h"

namespace ng {

std::optional<OpDevices> devices_of_ops(const Graph& graph, const PassContext& context) {
  const PassOptions& options = context.options;
  if (!options.devices || !context.loop.empty()) return std::nullopt;
  return std::optional<OpDevices>(std::in_place, graph, *options.devices, *options.state_devices);
}

}  // namespace ng
