// SPDX-License-Identifier: Apache-2.0
// Target: a document, read, written again, and imported as ops.
#include "engine/formats/documents/document.h"
#include "engine/base/error.h"
#include "engine/documents/import_document.h"
#include "engine/formats/documents/document_tensors.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_document(Bytes bytes) {
  Reader reader(bytes, "input.ngraph");
  Notes notes;
  DocumentModel model = read_document(reader, notes);
  const std::string text = document_text(model);
  Reader again(std::as_bytes(std::span(text)), "again.ngraph");
  Notes ignored;
  check(document_text(read_document(again, ignored)) == text,
        "a document changes when it is saved");
  load_tensors(model, "no_such_folder/input.ngraph");
  import_document(model, "input.ngraph");
}

}  // namespace ng::fuzz
