// SPDX-License-Identifier: Apache-2.0
// A convolution with stride 1, by default with a border of 1 around the image.
#pragma once

#include "engine/ops/windows/convolution.h"

namespace ng {

inline Op convolved(const Op& images, const Op& filters, std::int64_t pad_h = 1,
                    std::int64_t pad_w = 1) {
  return convolution({{"pad_d", 0},
                      {"pad_h", pad_h},
                      {"pad_w", pad_w},
                      {"str_d", 1},
                      {"str_h", 1},
                      {"str_w", 1},
                      {"dil_d", 1},
                      {"dil_h", 1},
                      {"dil_w", 1}},
                     images, filters);
}

}  // namespace ng
