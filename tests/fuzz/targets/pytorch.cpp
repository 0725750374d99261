// SPDX-License-Identifier: Apache-2.0
// Target: a PyTorch checkpoint, as a zip archive, a sequence of pickles, or a pickle alone.
#include "engine/formats/pytorch/pickle_data.h"
#include "engine/formats/pytorch/torch_file.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_pytorch(Bytes bytes) {
  Reader reader(bytes, "input.pt");
  Notes notes;
  const std::string first = reader.first_bytes(16);
  if (pytorch_format.recognises(reader.first_bytes(512)) || first.starts_with("PK")) {
    const TensorDirectory directory = list_pytorch(reader, notes);
    for (const StoredTensor& tensor : directory.tensors)
      if (tensor.fault.empty() && tensor.bytes() < 1 << 20)
        read_elements(reader, directory, tensor);
  } else {
    read_pickle(reader, 0);
  }
}

}  // namespace ng::fuzz
