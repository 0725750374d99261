// SPDX-License-Identifier: Apache-2.0
// Images with channels last (NHWC) as images with channels second (NCHW), and back.
#pragma once

#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::tensorflow {

// By the attribute data_format.
bool channels_last(const NodeContext& n);
ItemPtr channels_second(NodeContext& n, const ItemPtr& x, bool last);
ItemPtr channels_back(NodeContext& n, const ItemPtr& x, bool last);

}  // namespace ng::tensorflow
