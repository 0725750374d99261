// SPDX-License-Identifier: Apache-2.0
// CIFAR-10 in its binary version: coloured pictures of 32 x 32 pixels of ten classes.
#pragma once

#include <vector>

#include "engine/neon/data/data_files.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

// Parts "train" and "test": "image" (N, C, H, W) and "label" (N), uint8. The folder holds
// data_batch_1.bin to data_batch_5.bin and test_batch.bin, each perhaps packed by gzip, or the
// folder cifar-10-batches-bin with them. A record is a label and 3072 pixels, red, green, blue.
// bad_file Errors name file and offset: files that end within a record, labels beyond 9, batches
// of different size, the Python version of the set, missing files.
DataSet read_cifar10(const DataFiles& files);

struct Pictures {
  Tensor images;  // (N, 3, 32, 32), uint8
  Tensor labels;  // (N), uint8
};
// `train` in five files of equal size: value Error when it cannot be divided so.
std::vector<MadeFile> cifar10_files(const Pictures& train, const Pictures& test);

}  // namespace ng::neon
