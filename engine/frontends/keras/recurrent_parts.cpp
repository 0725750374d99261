// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/recurrent_parts.h"

namespace ng::keras {

std::vector<Slot> cell_slots(const onnx::Node& layer) {
  std::vector<Slot> slots{{"kernel", "cell/vars/0"}, {"recurrent_kernel", "cell/vars/1"}};
  if (flag(layer, "use_bias", true)) slots.push_back({"bias", "cell/vars/2"});
  return slots;
}

ItemPtr reversed(NodeContext& n, const ItemPtr& x) {
  return step(n, "Slice",
              {x, integers({-1}), integers({INT64_MIN}), integers({1}), integers({-1})});
}

}  // namespace ng::keras
