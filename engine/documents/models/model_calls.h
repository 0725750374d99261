// SPDX-License-Identifier: Apache-2.0
// Calls of an ONNX model with arrays of any length: the dimensions that the file leaves open get
// their lengths from the arrays.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/documents/models/open_lengths.h"
#include "engine/frontends/onnx/import_model.h"
#include "engine/session/transformer.h"

namespace ng {

// For one thread at a time. Weights keep the values of the file.
class ModelCalls {
 public:
  // Of ONNX, or with the ops of `dialect`. Keeps the programs of the last `kept` sets of lengths,
  // each with its own copy of the weights.
  ModelCalls(std::shared_ptr<const onnx::Model> model, std::string transformer,
             std::size_t kept = 4, const onnx::Dialect* dialect = nullptr);

  // Inputs and results by name. The first call with a set of lengths compiles. Throws key Errors
  // for missing and unknown inputs, value Errors for shapes that do not fit, and the errors of the
  // import and of the call.
  std::map<std::string, Tensor> operator()(const std::map<std::string, Tensor>& inputs);

  std::int64_t compilations() const { return compilations_; }  // so far
  std::size_t kept() const { return programs_.size(); }

 private:
  struct Program {
    OpenLengths lengths;
    TransformerPtr transformer;
    Computation computation;
    std::vector<std::string> inputs;  // in the order of the parameters
    std::vector<onnx::CountedOutput> counted;
  };
  Program& program_for(const OpenLengths& lengths);
  Program compiled(const OpenLengths& lengths) const;

  std::shared_ptr<const onnx::Model> model_;
  std::vector<const onnx::ValueInfo*> given_;  // inputs in `model_`
  std::string transformer_;
  std::size_t most_;
  const onnx::Dialect* dialect_;
  std::list<Program> programs_;  // the last used first
  std::int64_t compilations_ = 0;
};

}  // namespace ng
