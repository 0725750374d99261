// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/export_onnx.h"

#include "engine/base/atomic_file.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"

namespace ng {

void export_onnx(const Document& document, const std::string& path,
                 const std::string& computation) {
  const Op chosen = document.computation(computation);
  write_file(path, onnx_bytes(onnx::export_model(chosen, document.title)));
}

}  // namespace ng
