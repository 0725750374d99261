// SPDX-License-Identifier: Apache-2.0
// The networks of image_networks.list; peers/torch_image_networks.py builds the same ones.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/prepared.h"

namespace ng::bench {

struct ImageNetwork {
  struct Layer {
    char kind = ' ';
    std::vector<std::int64_t> numbers;
  };
  std::string name;
  std::int64_t side = 0, batch = 0;
  std::vector<Layer> layers;
};

// Throws std::runtime_error if the list cannot be read.
std::vector<ImageNetwork> image_networks();

// A gradient descent step; the loss is the first result.
Prepared image_step(const ImageNetwork& network);

}  // namespace ng::bench
