// SPDX-License-Identifier: Apache-2.0
// How a reduction combines two elements: of kernels, ops and exchanges between ranks.
#pragma once

namespace ng::kernel {

enum class Combine { add, multiply, maximum, minimum };
double identity(Combine combine);

}  // namespace ng::kernel
