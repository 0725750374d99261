// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensorflow/tensorflow_graphs.h"

#include <algorithm>

namespace ng {

using tensorflow::ArgDef;
using tensorflow::FunctionDef;
using tensorflow::GraphDef;
using tensorflow::MetaGraph;
using tensorflow::NodeDef;
using tensorflow::SignatureDef;
using tensorflow::TensorInfo;

template <class F>
std::string TensorflowGraphs::read_entry(pbf_reader& outer, const char* field, F&& value) {
  pbf_reader message = inner(outer, field);
  std::string key;
  while (next(message)) {
    switch (message.tag()) {
      case 1: key = name(message, "key"); break;
      case 2: value(message); break;
      default: message.skip();
    }
  }
  return key;
}

void TensorflowGraphs::read_graph(pbf_reader& message, GraphDef& graph) {
  while (next(message)) {
    switch (message.tag()) {
      case 1: graph.nodes.push_back(read_node(message, graph.nodes.size())); break;
      case 2: read_library(message, graph); break;
      default: message.skip();
    }
  }
}

NodeDef TensorflowGraphs::read_node(pbf_reader& outer, std::size_t index) {
  const Reader::Field field(reader_, "node[" + std::to_string(index) + "]");
  reader_.check_limit("the number of nodes", ++nodes_, reader_.limits().nodes);
  NodeDef node;
  node.file_offset = offset();
  pbf_reader message = inner(outer, "node");
  while (next(message)) {
    switch (message.tag()) {
      case 1: node.name = name(message, "name"); break;
      case 2: node.op = name(message, "op"); break;
      case 3: node.inputs.push_back(name(message, "input")); break;
      case 4: node.device = name(message, "device"); break;
      case 5: {
        tensorflow::AttrValue value;
        const std::string key =
            read_entry(message, "attr", [&](pbf_reader& entry) { value = read_attr(entry); });
        node.attrs[key] = std::move(value);
        break;
      }
      default: message.skip();
    }
  }
  if (node.name.empty() || node.name[0] == '^') {
    fail("a node has no valid name", quote(node.name), "a name that does not begin with '^'");
  }
  if (node.op.empty()) fail("the node " + quote(node.name) + " has no op", "''", "an op type");
  return node;
}

void TensorflowGraphs::read_library(pbf_reader& outer, GraphDef& graph) {
  const Reader::Field field(reader_, "library");
  pbf_reader message = inner(outer, "library");
  while (next(message)) {
    if (message.tag() == 1)
      read_function(message, graph.functions.emplace_back());
    else
      message.skip();
  }
}

ArgDef TensorflowGraphs::read_arg(pbf_reader& outer) {
  ArgDef arg;
  pbf_reader message = inner(outer, "arg");
  while (next(message)) {
    switch (message.tag()) {
      case 1: arg.name = name(message, "name"); break;
      case 3: arg.type = read_type(message, "type"); break;
      default: message.skip();
    }
  }
  return arg;
}

void TensorflowGraphs::read_function_type(pbf_reader& outer, FunctionDef& function) {
  pbf_reader message = inner(outer, "signature");
  while (next(message)) {
    switch (message.tag()) {
      case 1: function.name = name(message, "name"); break;
      case 2: function.inputs.push_back(read_arg(message)); break;
      case 3: function.outputs.push_back(read_arg(message)); break;
      default: message.skip();
    }
  }
}

void TensorflowGraphs::read_function(pbf_reader& outer, FunctionDef& function) {
  pbf_reader message = inner(outer, "function");
  while (next(message)) {
    switch (message.tag()) {
      case 1: read_function_type(message, function); break;
      case 3: function.nodes.push_back(read_node(message, function.nodes.size())); break;
      case 4: {
        std::string value;
        const std::string key =
            read_entry(message, "ret", [&](pbf_reader& entry) { value = name(entry, "value"); });
        function.returns[key] = std::move(value);
        break;
      }
      default: message.skip();
    }
  }
}

TensorInfo TensorflowGraphs::read_tensor_info(pbf_reader& outer) {
  TensorInfo info;
  pbf_reader message = inner(outer, "value");
  while (next(message)) {
    switch (message.tag()) {
      case 1: info.tensor = name(message, "name"); break;
      case 2: info.type = read_type(message, "dtype"); break;
      case 3: info.shape = read_shape(message, "tensor_shape"); break;
      default: message.skip();
    }
  }
  return info;
}

SignatureDef TensorflowGraphs::read_signature(pbf_reader& outer) {
  SignatureDef signature;
  pbf_reader message = inner(outer, "value");
  while (next(message)) {
    const auto tag = message.tag();
    if (tag != 1 && tag != 2) {
      message.skip();
      continue;
    }
    TensorInfo info;
    std::string key = read_entry(message, tag == 1 ? "inputs" : "outputs",
                                 [&](pbf_reader& entry) { info = read_tensor_info(entry); });
    (tag == 1 ? signature.inputs : signature.outputs).emplace_back(std::move(key), std::move(info));
  }
  const auto by_key = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::sort(signature.inputs.begin(), signature.inputs.end(), by_key);
  std::sort(signature.outputs.begin(), signature.outputs.end(), by_key);
  return signature;
}

// Names of nodes, or the first field of each message (the name of a VariableDef).
std::vector<std::string> TensorflowGraphs::read_collection(pbf_reader& outer) {
  std::vector<std::string> names;
  pbf_reader message = inner(outer, "value");
  while (next(message)) {
    const auto tag = message.tag();
    if (tag != 1 && tag != 2) {
      message.skip();
      continue;
    }
    pbf_reader list = inner(message, tag == 1 ? "node_list" : "bytes_list");
    while (next(list)) {
      if (list.tag() != 1) {
        list.skip();
      } else if (tag == 1) {
        names.push_back(name(list, "value"));
      } else {
        const std::string bytes = text(list, "value");
        try {
          pbf_reader variable(bytes);
          if (!variable.next() || variable.tag() != 1 ||
              variable.wire_type() != pbf_wire_type::length_delimited) {
            continue;
          }
          const std::string found = variable.get_string();
          if (is_utf8(found) && !has_control_character(found)) names.push_back(found);
        } catch (const protozero::exception&) {  // bytes of another meaning
        }
      }
    }
  }
  return names;
}

void TensorflowGraphs::read_info(pbf_reader& outer, MetaGraph& meta) {
  pbf_reader message = inner(outer, "meta_info_def");
  while (next(message)) {
    switch (message.tag()) {
      case 4: meta.tags.push_back(name(message, "tags")); break;
      case 5: meta.tensorflow_version = name(message, "tensorflow_version"); break;
      default: message.skip();
    }
  }
}

std::string TensorflowGraphs::read_saver(pbf_reader& outer) {
  std::string found;
  pbf_reader message = inner(outer, "saver_def");
  while (next(message)) {
    if (message.tag() == 3)
      found = name(message, "restore_op_name");
    else
      message.skip();
  }
  return found;
}

void TensorflowGraphs::read_meta_graph(pbf_reader& message, MetaGraph& meta) {
  while (next(message)) {
    switch (message.tag()) {
      case 1: read_info(message, meta); break;
      case 2: {
        const Reader::Field field(reader_, "graph_def");
        pbf_reader graph = inner(message, "graph_def");
        read_graph(graph, meta.graph);
        break;
      }
      case 3: meta.restore_op = read_saver(message); break;
      case 4: {
        std::vector<std::string> names;
        const std::string key = read_entry(
            message, "collection_def", [&](pbf_reader& entry) { names = read_collection(entry); });
        meta.collections[key] = std::move(names);
        break;
      }
      case 5: {
        const Reader::Field field(reader_, "signature_def");
        SignatureDef signature;
        const std::string key = read_entry(message, "signature_def", [&](pbf_reader& entry) {
          signature = read_signature(entry);
        });
        signature.name = key;
        meta.signatures.push_back(std::move(signature));
        break;
      }
      case 7: meta.untrained = read_objects(message); break;
      default: message.skip();
    }
  }
  std::sort(meta.signatures.begin(), meta.signatures.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
}

}  // namespace ng
