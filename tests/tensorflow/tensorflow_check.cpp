// SPDX-License-Identifier: Apache-2.0
#include "tests/tensorflow/tensorflow_check.h"

#include <filesystem>

#include "engine/base/error.h"
#include "engine/documents/models/foreign_model.h"
#include "engine/formats/archives/npz.h"
#include "engine/formats/tensorflow/tensorflow_file.h"

namespace ng {

ModelOutcome check_tensorflow(const std::string& file, const std::string& transformer,
                              double tolerance, std::string arrays) {
  Notes notes;
  Reader reader(model_file_of(file));
  const auto model = read_foreign_model(reader, notes);
  check(model.has_value(), "the file holds no model");
  if (arrays.empty()) arrays = std::filesystem::path(file).replace_extension(".npz").string();
  Reader recorded(std::move(arrays));
  return check_document(file, *model->model, read_npz(recorded, notes), transformer, tolerance);
}

}  // namespace ng
