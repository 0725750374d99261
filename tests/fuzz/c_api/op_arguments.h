// SPDX-License-Identifier: Apache-2.0
// Arguments of ngraph_op_new for a function of the op table, drawn by its signature.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "engine/c_api/ngraph.h"
#include "tests/fuzz/c_api/drawn_values.h"
#include "tests/fuzz/c_api/handle_pool.h"

namespace ng::fuzz {

class OpArgumentList {
 public:
  // `signature` is that of ngraph_function_describe.
  OpArgumentList(const std::string& signature, const HandlePool& pool, DrawBytes& draws);
  const ngraph_argument* data() const { return arguments_.data(); }
  std::size_t size() const { return arguments_.size(); }
  // Whether the call must fail: a handle, a pointer or a size is wrong.
  bool wrong() const { return wrong_; }

 private:
  void add(const std::string& parameter, bool required);
  int draw_kind(const std::string& parameter);
  void fill(ngraph_argument& argument);
  void fill_handles(ngraph_argument& argument, HandleKind kind);
  void fill_integers(ngraph_argument& argument);
  void fill_array(ngraph_argument& argument);

  const HandlePool& pool_;
  DrawBytes& draws_;
  std::vector<ngraph_argument> arguments_;
  bool wrong_ = false;
  std::deque<std::string> names_;
  std::deque<std::vector<const void*>> handles_;
  std::deque<std::vector<std::int64_t>> integers_;
  std::deque<std::vector<const char*>> keys_;
  std::deque<DrawnMemory> memory_;
};

}  // namespace ng::fuzz
