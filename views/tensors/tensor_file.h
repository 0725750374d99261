// SPDX-License-Identifier: Apache-2.0
// A tensor as the bytes of a .npy file, for saving what a panel shows.
#pragma once

#include <QByteArray>

#include "engine/base/tensor.h"

namespace ng::views {

// NumPy format 1.0, little endian, C order. bfloat16, which NumPy lacks, is written as float32.
QByteArray npyBytes(const Tensor& tensor);

}  // namespace ng::views
