// SPDX-License-Identifier: Apache-2.0
// Encoding of tensors as .npy files.
#pragma once

#include <QByteArray>

#include "engine/base/tensor.h"

namespace ng::views {

// NumPy format 1.0, little endian, C order. bfloat16 is written as float32: NumPy has no bfloat16.
QByteArray npyBytes(const Tensor& tensor);

}  // namespace ng::views
