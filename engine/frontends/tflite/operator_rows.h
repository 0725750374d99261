// SPDX-License-Identifier: Apache-2.0
// The operators of TensorFlow Lite that are imported: one row an operator. A row adds the nodes of
// TensorFlow or ONNX that compute it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tflite/tflite_model.h"

namespace ng::tflite {

// The nodes of one operator. Values are floats where the model is quantised: inputs are
// dequantised, and the results that output() is given are quantised again.
class OperatorNodes {
 public:
  virtual ~OperatorNodes() = default;

  const Operator& op() const { return op_; }
  std::size_t count() const { return op_.inputs.size(); }
  bool has(std::size_t i) const { return i < count() && op_.inputs[i] >= 0; }
  // The name of an input; empty if it is absent.
  virtual std::string input(std::size_t i) = 0;
  virtual const Tensor& tensor(std::size_t i) const = 0;  // of an input that is there
  virtual const Tensor& result(std::size_t i) const = 0;
  // Adds a node with one result and returns its name.
  virtual std::string add(const char* op_type, std::vector<std::string> inputs,
                          std::vector<onnx::Attribute> attributes = {}) = 0;
  // The last node: its results are those of the operator.
  virtual void finish(const char* op_type, std::vector<std::string> inputs,
                      std::vector<onnx::Attribute> attributes = {}) = 0;
  virtual std::string integers(std::vector<std::int64_t> values, bool scalar = false) = 0;
  virtual std::string number(double value) = 0;

  const std::string& text(std::string_view option) const;
  std::int64_t integer(std::string_view option, std::int64_t otherwise = 0) const;
  double real(std::string_view option, double otherwise = 0) const;
  // finish(), and the fused activation.
  void finish_activated(const char* op_type, std::vector<std::string> inputs,
                        std::vector<onnx::Attribute> attributes = {});

 protected:
  explicit OperatorNodes(const Operator& op) : op_(op) {}

 private:
  const Operator& op_;
};

// Thrown for an operator that is shown but cannot be run.
struct NotConverted {
  std::string reason;
};

struct OperatorRow {
  std::string_view name;
  const char* same =
      nullptr;  // the op with the same inputs and options: of TensorFlow, or "onnx:…"
  void (*build)(OperatorNodes&) = nullptr;
};

// Null if the operator is not imported.
const OperatorRow* find_row(std::string_view name);

}  // namespace ng::tflite
