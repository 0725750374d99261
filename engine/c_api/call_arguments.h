// SPDX-License-Identifier: Apache-2.0
// Arguments of ngraph_op_new as the op table's functions take them.
#pragma once

#include "engine/c_api/handles.h"
#include "engine/graph/op_function.h"
#include "engine/ops/op_functions.h"

namespace ng::c_api {

// Throws CallErrors for arguments that the function does not have, that are missing, or whose
// pointers or kinds are wrong.
class CallArguments final : public OpArguments {
 public:
  CallArguments(const NamedFunction& function, const ngraph_argument* arguments, std::size_t count);

  bool has(std::string_view name) const override { return find(name) != nullptr; }
  Operand operand(std::string_view name) const override;
  std::vector<Op> operands(std::string_view name) const override;
  Axes axes(std::string_view name) const override;
  Axis axis(std::string_view name) const override;
  double number(std::string_view name) const override;
  std::int64_t integer(std::string_view name) const override;
  std::string text(std::string_view name) const override;
  bool flag(std::string_view name) const override;
  DType dtype(std::string_view name) const override;
  Tensor array(std::string_view name, DType dtype) const override;
  std::vector<SliceItem> slices(std::string_view name) const override;
  std::vector<std::pair<std::int64_t, std::int64_t>> paddings(std::string_view name) const override;
  std::map<std::string, std::int64_t> dict(std::string_view name) const override;
  std::string dict_text(std::string_view name, const std::string& key) const override;

 private:
  const ngraph_argument* find(std::string_view name) const;
  const ngraph_argument& get(std::string_view name, int kind) const;
  std::string default_of(std::string_view name) const;

  const NamedFunction& function_;
  std::map<std::string, const ngraph_argument*, std::less<>> given_;
};

}  // namespace ng::c_api
