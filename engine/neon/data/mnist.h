// SPDX-License-Identifier: Apache-2.0
// MNIST and sets in the same format: 28 x 28 grayscale images of ten classes in IDX files.
#pragma once

#include <vector>

#include "engine/neon/data/data_files.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

// Parts "train" and "test" with "image" (N, H, W) and "label" (N), uint8. The four files have their
// usual names, with '-' or '.' before "idx", optionally gzipped. Throws bad_file Errors with file,
// offset, found and expected values for arrays of another type, images of another size, labels
// above 9, swapped or mismatched images and labels, and missing files.
DataSet read_mnist(const DataFiles& files);

// Labelled images, and their files in MNIST's format.
struct Digits {
  Tensor images;  // (N, 28, 28), uint8
  Tensor labels;  // (N), uint8
};
std::vector<MadeFile> mnist_files(const Digits& train, const Digits& test);

}  // namespace ng::neon
