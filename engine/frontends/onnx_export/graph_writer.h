// SPDX-License-Identifier: Apache-2.0
// Collects the nodes of an ONNX graph, and the names of the values that ops become.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/graph/op.h"

namespace ng::onnx {

// A value of the graph that is being written, over the engine's axes.
struct Written {
  std::string name;
  Axes axes;
  DType dtype = DType::f32;
};

class GraphWriter {
 public:
  // Appends a node with one result, which gets a new name near `like`.
  std::string add(const std::string& op_type, std::vector<std::string> inputs,
                  std::vector<Attribute> attributes, const std::string& like);
  Written add(const std::string& op_type, const std::vector<Written>& inputs, const Axes& axes,
              DType dtype, const std::string& like, std::vector<Attribute> attributes = {});
  std::string initializer(const ng::Tensor& tensor, const std::string& like);
  std::string number(std::int64_t value, const std::string& like);  // a scalar
  std::string integers(const std::vector<std::int64_t>& values, const std::string& like);
  std::string distinct(const std::string& like);
  void take(const std::string& name) { taken_.insert(name); }  // of a value that is not new

  Written cast(const Written& x, DType dtype);
  // Records the shape of a value.
  void note(const Written& value);
  // The same elements with these axes: other lengths, or other names.
  Written reshaped(const Written& x, const Axes& axes);
  Written ordered(const Written& x, const Axes& axes);
  // x with length 1 for the axes that it lacks, in this order.
  Written aligned(const Written& x, const Axes& axes);
  Written expanded(const Written& x, const Axes& axes);

  // Adds the graph's results last. A value gets the name of its result, and another that has this
  // name gets a new one; an input, an initializer and a value that is returned again are copied.
  struct Result {
    std::string name;
    Written value;
  };
  void add_outputs(const std::vector<Result>& results);

  Graph graph;  // `values` are those whose shapes are known

 private:
  // The results' names, apart from each other and from inputs.
  std::vector<std::string> wanted_names(const std::vector<Result>& results) const;

  std::set<std::string> taken_, noted_;
};

ValueInfo value_info(const std::string& name, const Written& value);
Attribute integer_attribute(std::string name, std::int64_t value);
Attribute integers_attribute(std::string name, std::vector<std::int64_t> values);
Attribute text_attribute(std::string name, std::string value);

}  // namespace ng::onnx
