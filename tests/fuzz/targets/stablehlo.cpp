// SPDX-License-Identifier: Apache-2.0
// Target: a StableHLO module, read and imported.
#include "engine/documents/models/import_onnx.h"
#include "engine/formats/stablehlo/stablehlo_file.h"
#include "engine/frontends/stablehlo/convert_module.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_stablehlo(Bytes bytes) {
  Reader reader(bytes, "no/such/folder/module.mlir");
  Notes notes;
  const auto module = read_stablehlo(reader, notes);
  onnx_document(stablehlo::convert(*module, notes), {}, notes, "stablehlo", &stablehlo::dialect);
}

}  // namespace ng::fuzz
