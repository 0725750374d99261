// SPDX-License-Identifier: Apache-2.0
// Writes op attributes as arguments of the functions that create the ops.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/programs/program_form.h"
#include "engine/formats/programs/program_language.h"
#include "engine/formats/programs/program_names.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

// Null if the op has no attribute `key`.
const AttributeModel* find_attribute(const OpModel& op, std::string_view key);

template <class T>
T attribute_or(const OpModel& op, std::string_view key, T otherwise) {
  const AttributeModel* found = find_attribute(op, key);
  const T* value = found ? std::get_if<T>(found) : nullptr;
  return value ? *value : otherwise;
}

class ProgramAttributes {
 public:
  using Texts = ProgramLanguage::Texts;
  explicit ProgramAttributes(const ProgramLanguage& language) : language_(language), keys_({}) {}

  void add_axis(const std::string& id, const std::string& variable) { axes_[id] = variable; }
  Texts axes(const AxesModel& model) const;

  // Empty if the op has no value for this argument. Adds the attributes that were used to
  // `written`.
  std::string argument(const OpModel& op, const FormArgument& form,
                       std::set<std::string_view>& written);

  bool needs_numpy() const { return needs_numpy_; }
  std::vector<NamedTensor> arrays;  // arrays too large for the text

 private:
  std::string axis(const AxisUse& use) const;
  std::string text_of(const OpModel& op, const FormArgument& form, const AttributeModel& value);
  std::string samples(const OpModel& op) const;
  std::string window(const OpModel& op, std::set<std::string_view>& written) const;
  std::string array(const Tensor& value, const std::string& wanted);

  const ProgramLanguage& language_;
  ProgramNames keys_;
  std::map<std::string, std::string> axes_;  // variable names by axis id
  bool needs_numpy_ = false;
};

}  // namespace ng
