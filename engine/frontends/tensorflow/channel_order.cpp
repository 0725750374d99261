// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/channel_order.h"

namespace ng::tensorflow {

bool channels_last(const NodeContext& n) {
  return n.choice("data_format", "NHWC", {"NHWC", "NDHWC", "NCHW", "NCDHW"}).ends_with('C');
}

ItemPtr channels_second(NodeContext& n, const ItemPtr& x, bool last) {
  if (!last) return x;
  const std::int64_t rank = rank_of(x);
  std::vector<std::int64_t> order{0, rank - 1};
  for (std::int64_t i = 1; i + 1 < rank; ++i) order.push_back(i);
  return transposed(n, x, order);
}

ItemPtr channels_back(NodeContext& n, const ItemPtr& x, bool last) {
  if (!last) return x;
  const std::int64_t rank = rank_of(x);
  std::vector<std::int64_t> order{0};
  for (std::int64_t i = 2; i < rank; ++i) order.push_back(i);
  order.push_back(1);
  return transposed(n, x, order);
}

}  // namespace ng::tensorflow
