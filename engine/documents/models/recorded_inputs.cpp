// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/recorded_inputs.h"

#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/formats/archives/npz.h"

namespace ng {

RecordedInputs recorded_inputs(const onnx::Model& model, Notes& notes) {
  const std::filesystem::path file =
      std::filesystem::path(model.path).replace_extension(".inputs.npz");
  std::error_code ignored;
  if (model.path.empty() || !std::filesystem::is_regular_file(file, ignored)) return {};
  try {
    RecordedInputs recorded{file.filename().string(), {}, {}};
    Reader reader(file.string());
    const TensorFile content = read_npz(reader, notes);
    std::map<std::string, Shape> shapes;
    const std::vector<const onnx::ValueInfo*> given = given_inputs(model);
    for (const onnx::ValueInfo* input : given) {
      const Tensor* array = content.find(input->name);
      if (!array) continue;
      recorded.arrays.emplace(input->name, *array);
      shapes.emplace(input->name, array->shape);
    }
    recorded.lengths = lengths_of(given, shapes);
    return recorded;
  } catch (const Error& error) {
    add_note(notes, "the recorded inputs cannot be used: " + error.diagnostic().what,
             quote(file.string()));
    return {};
  }
}

}  // namespace ng
