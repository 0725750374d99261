// SPDX-License-Identifier: Apache-2.0
// Models of other frameworks, in the form that the ONNX importer reads.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/documents/document.h"
#include "engine/formats/documents/document.h"
#include "engine/frontends/onnx/import_model.h"

namespace ng {

struct ForeignModel {
  std::shared_ptr<const onnx::Model> model;
  const char* framework = "onnx";           // key of the metadata with the op type of each node
  const onnx::Dialect* dialect = nullptr;   // null: ops of ONNX
  std::shared_ptr<const void> source = {};  // what `model` refers to
};

// ONNX, TensorFlow, TensorFlow Lite, Keras and torch.export; nullopt for any other file. Throws
// bad_file Errors.
std::optional<ForeignModel> read_foreign_model(Reader& reader, Notes& notes);

// A document with one computation, "inference": see onnx_document.
DocumentModel foreign_document(const ForeignModel& model, const LoadOptions& options, Notes& notes);

}  // namespace ng
