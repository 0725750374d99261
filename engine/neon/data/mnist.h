// SPDX-License-Identifier: Apache-2.0
// MNIST, and sets published like it: grey pictures of 28 x 28 pixels of ten classes, in IDX files.
#pragma once

#include <vector>

#include "engine/neon/data/data_files.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

// Parts "train" and "test": "image" (N, H, W) and "label" (N), uint8. The four files bear their
// usual names, with '-' or '.' before "idx", packed by gzip or not. bad_file Errors name file,
// offset, what was found and expected: another kind of array, pictures of another size, labels
// beyond 9, images and labels that are swapped or of different number, missing files.
DataSet read_mnist(const DataFiles& files);

// Labelled pictures, in the format's own files.
struct Digits {
  Tensor images;  // (N, 28, 28), uint8
  Tensor labels;  // (N), uint8
};
std::vector<MadeFile> mnist_files(const Digits& train, const Digits& test);

}  // namespace ng::neon
