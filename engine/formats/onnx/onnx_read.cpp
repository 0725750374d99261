// SPDX-License-Identifier: Apache-2.0
// Reads the messages of onnx.proto field by field.
#include "engine/formats/onnx/onnx_file.h"
#include "engine/formats/onnx/onnx_tensors.h"
#include "engine/formats/onnx/onnx_weights.h"
#include "engine/formats/onnx/stack_trace.h"
#include "engine/formats/tensorflow/tensorflow_file.h"

namespace ng {
namespace {

// Reads one file. Names the fields on the way in messages, and bounds depth, names and counts.
class OnnxReader : public OnnxTensors {
 public:
  using OnnxTensors::OnnxTensors;

  void read(pbf_reader message, onnx::Model& model) {
    try {
      read_model(message, model);
    } catch (const protozero::exception& error) {
      reader_.fail_at(offset(), {"a message of the model is damaged", fault_of(error),
                                 "fields of onnx.proto", export_again});
    }
    if (has_graph_) return;
    reader_.fail_at(0,
                    {"the model has no graph", "a ModelProto without the field 'graph'", "a graph",
                     "the file is not an ONNX model, or it is damaged: export it again"});
  }

 private:
  void read_model(pbf_reader& message, onnx::Model& model) {
    while (next(message)) {
      switch (message.tag()) {
        case 1: model.ir_version = integer(message, "ir_version"); break;
        case 2: model.producer = text(message, "producer_name"); break;
        case 3: model.producer_version = text(message, "producer_version"); break;
        case 6: model.doc = text(message, "doc_string"); break;
        case 7: {
          has_graph_ = true;
          const Reader::Field field(reader_, "graph");
          pbf_reader graph = inner(message, "graph");
          read_graph(graph, model.graph, 0);
          break;
        }
        case 8: {
          pbf_reader opset = inner(message, "opset_import");
          read_opset(opset, model.opsets);
          break;
        }
        case 14: {
          const auto [key, value] = read_pair(message, "metadata_props");
          model.metadata[key] = value;
          break;
        }
        case 25: {
          const Reader::Field field(reader_,
                                    "functions[" + std::to_string(model.functions.size()) + "]");
          pbf_reader function = inner(message, "functions");
          read_function(function, model.functions.emplace_back());
          break;
        }
        default: message.skip();
      }
    }
  }

  void read_opset(pbf_reader& message, std::map<std::string, std::int64_t>& opsets) {
    std::string domain;
    std::int64_t version = 0;
    while (next(message)) {
      switch (message.tag()) {
        case 1: domain = name(message, "domain"); break;
        case 2: version = integer(message, "version"); break;
        default: message.skip();
      }
    }
    opsets[domain == "ai.onnx" ? "" : domain] = version;
  }

  void read_graph(pbf_reader& message, onnx::Graph& graph, std::uint64_t depth) {
    reader_.check_limit("the nesting of graphs", depth, reader_.limits().proto_depth);
    while (next(message)) {
      switch (message.tag()) {
        case 1: graph.nodes.push_back(read_node(message, graph.nodes.size(), depth)); break;
        case 2: graph.name = name(message, "name"); break;
        case 5: graph.initializers.push_back(read_tensor(message, "initializer")); break;
        case 11: graph.inputs.push_back(read_value(message, "input")); break;
        case 12: graph.outputs.push_back(read_value(message, "output")); break;
        case 13: graph.values.push_back(read_value(message, "value_info")); break;
        case 15:
          graph.initializers.push_back(read_sparse_tensor(message, "sparse_initializer"));
          break;
        default: message.skip();
      }
      reader_.check_limit("the number of tensors", graph.initializers.size(),
                          reader_.limits().tensors);
    }
  }

  onnx::Node read_node(pbf_reader& outer, std::size_t index, std::uint64_t depth) {
    const Reader::Field field(reader_, "node[" + std::to_string(index) + "]");
    reader_.check_limit("the number of nodes", ++nodes_, reader_.limits().nodes);
    onnx::Node node;
    node.file_offset = offset();
    pbf_reader message = inner(outer, "node");
    while (next(message)) {
      switch (message.tag()) {
        case 1: node.inputs.push_back(name(message, "input")); break;
        case 2: node.outputs.push_back(name(message, "output")); break;
        case 3: node.name = name(message, "name"); break;
        case 4: node.op_type = name(message, "op_type"); break;
        case 5: {
          pbf_reader attribute = inner(message, "attribute");
          node.attributes.push_back(read_attribute(attribute, depth));
          break;
        }
        case 7: node.domain = name(message, "domain"); break;
        case 9: {
          const auto [key, value] = read_pair(message, "metadata_props");
          if (key == onnx::stack_trace_key) node.source = onnx::user_line(value);
          break;
        }
        default: message.skip();
      }
    }
    if (node.domain == "ai.onnx") node.domain.clear();
    return node;
  }

  onnx::Attribute read_attribute(pbf_reader& message, std::uint64_t depth) {
    onnx::Attribute a;
    std::int64_t kind = 0;
    while (next(message)) {
      switch (message.tag()) {
        case 1: a.name = name(message, "name"); break;
        case 2: numbers<float>(message, "f", [&](float value) { a.f = double{value}; }); break;
        case 3: a.i = integer(message, "i"); break;
        case 4: a.s = text(message, "s"); break;
        case 5: a.t = std::make_shared<onnx::Tensor>(read_tensor(message, "t")); break;
        case 22:
          a.t = std::make_shared<onnx::Tensor>(read_sparse_tensor(message, "sparse_tensor"));
          break;
        case 6: {
          const Reader::Field field(reader_, "attribute " + quote(a.name));
          auto graph = std::make_shared<onnx::Graph>();
          pbf_reader body = inner(message, "g");
          read_graph(body, *graph, depth + 1);
          a.g = std::move(graph);
          break;
        }
        case 7:
          numbers<float>(message, "floats",
                         [&](float value) { a.floats.push_back(double{value}); });
          break;
        case 8:
          integers(message, "ints", [&](std::int64_t value) { a.ints.push_back(value); });
          break;
        case 9: a.strings.push_back(text(message, "strings")); break;
        case 20: kind = integer(message, "type"); break;
        case 21: a.ref_attr_name = name(message, "ref_attr_name"); break;
        default: message.skip();
      }
    }
    if (kind < 0 || kind > static_cast<std::int64_t>(onnx::AttributeKind::types)) {
      fail("attribute " + quote(a.name) + " has an unknown type", std::to_string(kind), "0 to 14");
    }
    a.kind = static_cast<onnx::AttributeKind>(kind);
    if (a.kind == onnx::AttributeKind::undefined) a.kind = kind_of(a);
    return a;
  }

  // Files of the first IR versions do not store the type.
  static onnx::AttributeKind kind_of(const onnx::Attribute& a) {
    using Kind = onnx::AttributeKind;
    if (a.t) return Kind::tensor;
    if (a.g) return Kind::graph;
    if (!a.ints.empty()) return Kind::integers;
    if (!a.floats.empty()) return Kind::numbers;
    if (!a.strings.empty()) return Kind::texts;
    if (!a.s.empty()) return Kind::text;
    if (a.f != 0) return Kind::number;
    return a.i != 0 ? Kind::integer : Kind::undefined;
  }

  void read_function(pbf_reader& message, onnx::Function& function) {
    while (next(message)) {
      switch (message.tag()) {
        case 1: function.name = name(message, "name"); break;
        case 4: function.inputs.push_back(name(message, "input")); break;
        case 5: function.outputs.push_back(name(message, "output")); break;
        case 6: function.attributes.push_back(name(message, "attribute")); break;
        case 7: function.nodes.push_back(read_node(message, function.nodes.size(), 1)); break;
        case 9: {
          pbf_reader opset = inner(message, "opset_import");
          read_opset(opset, function.opsets);
          break;
        }
        case 10: function.domain = name(message, "domain"); break;
        case 11: {
          pbf_reader attribute = inner(message, "attribute_proto");
          function.defaults.push_back(read_attribute(attribute, 1));
          break;
        }
        default: message.skip();
      }
    }
  }

  std::uint64_t nodes_ = 0;
  bool has_graph_ = false;
};

// The first field is the IR version, the next one a field of ModelProto.
bool recognises_onnx(std::string_view first) {
  if (recognises_saved_model(first)) return false;  // begins with a version too
  if (first.size() < 4 || first[0] != '\x08') return false;
  const auto version = static_cast<unsigned char>(first[1]);
  if (version == 0 || version > 63) return false;
  const auto tag = static_cast<unsigned char>(first[2]);
  constexpr std::string_view tags = "\x12\x1a\x22\x28\x32\x3a\x42\x72";
  return tags.find(static_cast<char>(tag)) != std::string_view::npos;
}

FileModel read_file(Reader& reader, Notes& notes) {
  return read_onnx(reader, notes);
}

}  // namespace

std::shared_ptr<const onnx::Model> read_onnx(Reader& reader, Notes&) {
  auto model = std::make_shared<onnx::Model>();
  auto bytes = std::make_shared<std::vector<std::byte>>(reader.bytes(reader.remaining()));
  const auto* begin = reinterpret_cast<const char*>(bytes->data());
  model->path = reader.path();
  OnnxReader(reader, begin, bytes->size()).read(pbf_reader(begin, bytes->size()), *model);
  model->bytes = std::move(bytes);
  model->file = reader.file();
  return model;
}

const Format onnx_format = {
    .name = "onnx",
    .title = "ONNX model",
    .role = FileRole::document,
    .suffixes = {".onnx"},
    .recognises = recognises_onnx,
    .read = read_file,
    .write = nullptr,
    .list = list_onnx,
};

}  // namespace ng
