// SPDX-License-Identifier: Apache-2.0
// Fills the structs that describe tensors.
#pragma once

#include "engine/c_api/handles.h"

namespace ng::c_api {

// `text` must outlive the caller's use of `info`.
void describe_tensor(const TensorText& text, ngraph_tensor_info* info);

}  // namespace ng::c_api
