// SPDX-License-Identifier: Apache-2.0
// Reads graphs of TensorFlow: GraphDef, MetaGraphDef and SavedModel.
#pragma once

#include <set>

#include "engine/formats/tensorflow/tensorflow_tensors.h"

namespace ng {

class TensorflowGraphs : public TensorflowTensors {
 public:
  using TensorflowTensors::TensorflowTensors;

  void read_graph(pbf_reader& message, tensorflow::GraphDef& graph);
  void read_meta_graph(pbf_reader& message, tensorflow::MetaGraph& meta);

 private:
  tensorflow::NodeDef read_node(pbf_reader& outer, std::size_t index);
  void read_library(pbf_reader& outer, tensorflow::GraphDef& graph);
  void read_function(pbf_reader& outer, tensorflow::FunctionDef& function);
  void read_function_type(pbf_reader& outer, tensorflow::FunctionDef& function);
  tensorflow::ArgDef read_arg(pbf_reader& outer);
  // A map entry with a key and a value that `value` reads.
  template <class F>
  std::string read_entry(pbf_reader& outer, const char* field, F&& value);
  void read_info(pbf_reader& outer, tensorflow::MetaGraph& meta);
  std::string read_saver(pbf_reader& outer);
  tensorflow::SignatureDef read_signature(pbf_reader& outer);
  tensorflow::TensorInfo read_tensor_info(pbf_reader& outer);
  std::vector<std::string> read_collection(pbf_reader& outer);
  // Keys in the checkpoint of variables that are not trained.
  std::set<std::string> read_objects(pbf_reader& outer);

  std::uint64_t nodes_ = 0;
};

}  // namespace ng
