// SPDX-License-Identifier: Apache-2.0
// Keeps dimensions of an exported model open: what its nodes know of their lengths is computed from
// the inputs instead.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// The engine's graphs have lengths, so that the export is one model for each length. Exports of the
// same computation that differ in lengths only show where they depend on an open length; where they
// differ in anything else, that length stays as it is. What is the same in all of them counts as
// constant: give several, of lengths that are far from each other.
class OpenDimensions {
 public:
  // Of export_model(), with the shapes of its values.
  explicit OpenDimensions(Model model) : model_(std::move(model)) {}

  // Opens the dimension `symbol`, by which alone the lengths of `other` differ, or holds it, if it
  // is open, to another model. Returns what stands against it ("the constant 'mask'"), and the
  // dimension is not open; empty: nothing.
  std::string open(const std::string& symbol, const Model& other);
  // The model whose inputs have these symbols.
  Model result() const;

 private:
  // What differs in one of the other models, by the names of this one.
  struct Lengths {
    std::string symbol;
    std::map<std::string, Shape> shapes;                        // of values
    std::map<std::string, std::vector<std::int64_t>> integers;  // of initializers
    std::map<std::string, Shape> fills;    // shapes of initializers of one value
    std::map<std::string, Tensor> counts;  // initializers that count along axes
  };
  class Comparison;
  class Rewriter;

  Model model_;
  std::vector<Lengths> others_;
};

}  // namespace ng::onnx
