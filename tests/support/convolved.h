// SPDX-License-Identifier: Apache-2.0
// The convolution that several tests measure: a border of 1 around the image, stride 1.
#pragma once

#include "engine/ops/windows/convolution.h"

namespace ng {

inline Op convolved(const Op& images, const Op& filters) {
  return convolution({{"pad_d", 0},
                      {"pad_h", 1},
                      {"pad_w", 1},
                      {"str_d", 1},
                      {"str_h", 1},
                      {"str_w", 1},
                      {"dil_d", 1},
                      {"dil_h", 1},
                      {"dil_w", 1}},
                     images, filters);
}

}  // namespace ng
