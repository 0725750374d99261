// SPDX-License-Identifier: Apache-2.0
// Target: a program of torch.export, read and imported with its weights.
#include "engine/documents/models/import_onnx.h"
#include "engine/formats/pytorch/pt2_file.h"
#include "engine/frontends/pytorch/convert_program.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_pt2(Bytes bytes) {
  Reader reader(bytes, "no/such/folder/program.pt2");
  Notes notes;
  const auto program = read_pt2(reader, notes);
  onnx_document(pytorch::convert(*program, reader, notes), {}, notes, "pytorch", &pytorch::dialect);
}

}  // namespace ng::fuzz
