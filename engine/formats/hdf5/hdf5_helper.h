// SPDX-License-Identifier: Apache-2.0
// HDF5 files through the helper process ngraph-hdf5, which calls libhdf5 under limits of memory and
// time. Elements that lie at one place of the file are read from there, others by the helper.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng {

// The texts of attributes, by the path of their object ("" for the root) and by name.
using Hdf5Texts = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

struct Hdf5Contents {
  std::vector<StoredTensor> tensors;  // data sets by path: "layers/dense/vars/0"
  Hdf5Texts texts;
};

// Lists the HDF5 file of `bytes` bytes at `start` of the reader's file. Throws bad_file Errors for
// damaged files, and a system Error if the helper is missing.
Hdf5Contents list_hdf5_part(const Reader& reader, std::uint64_t start, std::uint64_t bytes,
                            Notes& notes);

// The helper program: in the folder of this library or program, or NGRAPH_HDF5. Empty: not
// installed.
std::string hdf5_helper();

}  // namespace ng
