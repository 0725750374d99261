// SPDX-License-Identifier: Apache-2.0
// Target: a GGUF file, its list and small tensors.
#include "engine/formats/gguf/gguf_file.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_gguf(Bytes bytes) {
  Reader reader(bytes, "input.gguf");
  Notes notes;
  const TensorDirectory directory = list_gguf(reader, notes);
  for (const StoredTensor& tensor : directory.tensors)
    if (tensor.is_real() && tensor.bytes() < 1 << 20) read_stored(reader, directory, tensor);
}

}  // namespace ng::fuzz
