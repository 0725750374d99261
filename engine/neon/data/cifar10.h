// SPDX-License-Identifier: Apache-2.0
// CIFAR-10, binary version: 32 x 32 colour images of ten classes.
#pragma once

#include <vector>

#include "engine/neon/data/data_files.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

// Parts "train" and "test" with "image" (N, C, H, W) and "label" (N), uint8. The folder, or its
// subfolder cifar-10-batches-bin, holds data_batch_1.bin to data_batch_5.bin and test_batch.bin,
// optionally gzipped. A record is a label followed by 3072 pixels: red, green, blue planes. Throws
// bad_file Errors with file and offset for truncated files, labels above 9, batches of different
// sizes, the Python version of the set, and missing files.
DataSet read_cifar10(const DataFiles& files);

struct Pictures {
  Tensor images;  // (N, 3, 32, 32), uint8
  Tensor labels;  // (N), uint8
};
// Files with `train` split into five of equal size; throws a value Error if that is impossible.
std::vector<MadeFile> cifar10_files(const Pictures& train, const Pictures& test);

}  // namespace ng::neon
