// SPDX-License-Identifier: Apache-2.0
// Target: an HDF5 file of tensors, listed and read through the helper process, if it was built.
#include "engine/formats/hdf5/hdf5_file.h"
#include "engine/formats/hdf5/hdf5_helper.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_hdf5(Bytes bytes) {
  Reader reader(bytes, "input.h5");
  Notes notes;
  if (hdf5_helper().empty() || !recognises_hdf5(reader.first_bytes(8))) return;
  hdf5_format.read(reader, notes);
}

}  // namespace ng::fuzz
