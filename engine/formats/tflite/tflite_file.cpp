// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tflite/tflite_file.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/quote.h"
#include "engine/base/utf8.h"
#include "engine/formats/tflite/flat_table.h"
#include "engine/formats/tflite/operator_schema.h"

namespace ng {
namespace {

using tflite::Graph;
using tflite::Model;
using tflite::Operator;
using tflite::Quantization;
using tflite::Signature;

// By the number of the type.
constexpr std::string_view types[] = {"float32", "float16",    "int32",  "uint8",     "int64",
                                      "string",  "bool",       "int16",  "complex64", "int8",
                                      "float64", "complex128", "uint64", "resource",  "variant",
                                      "uint32",  "uint16",     "int4",   "bfloat16"};

constexpr int custom_code = 32;
constexpr std::uint64_t most_graphs = 10'000;

class TfliteReader {
 public:
  TfliteReader(const Reader& reader, Notes& notes)
      : reader_(reader), notes_(notes), file_(reader) {}

  std::shared_ptr<Model> run() {
    auto model = std::make_shared<Model>();
    model->path = reader_.path();
    model->file = reader_.file();
    const FlatTable root(file_);
    const auto version = root.number<std::uint32_t>(0);
    if (version != 3)
      file_.fail(root.at(), "version " + std::to_string(version) + " of the schema", "version 3");
    model->description = comment_text(root.text(3));
    read_codes(root);
    for (const FlatTable& buffer : root.tables(4)) read_buffer(buffer);
    const std::vector<FlatTable> graphs = root.tables(2);
    if (graphs.empty()) file_.fail(root.at(), "no graph", "at least one");
    reader_.check_limit("the number of graphs", graphs.size(), most_graphs);
    for (const FlatTable& graph : graphs) model->graphs.push_back(read_graph(graph));
    for (const FlatTable& signature : root.tables(7)) read_signature(signature, *model);
    return model;
  }

 private:
  struct Code {
    int number = 0;
    std::string custom;
  };
  struct Buffer {
    std::uint64_t at = 0, bytes = 0;
  };

  void read_codes(const FlatTable& root) {
    for (const FlatTable& code : root.tables(1)) {
      // Numbers above 127 are in the newer of two fields.
      const int old = code.number<std::int8_t>(0), added = code.number<std::int32_t>(3);
      codes_.push_back({std::max(old, added), comment_text(code.text(1), 60)});
    }
  }

  // Large buffers follow the FlatBuffer, at an offset in the file.
  void read_buffer(const FlatTable& buffer) {
    const auto offset = buffer.number<std::uint64_t>(1), size = buffer.number<std::uint64_t>(2);
    if (offset <= 1) {
      const FlatTable::Vector data = buffer.vector_of(0, 1);
      buffers_.push_back({data.at, data.size});
      return;
    }
    if (offset > file_.size() || size > file_.size() - offset)
      file_.fail(buffer.at(), "a buffer that ends after the file",
                 "at most " + std::to_string(file_.size()) + " bytes");
    buffers_.push_back({offset, size});
  }

  Graph read_graph(const FlatTable& table) {
    Graph graph;
    graph.name = comment_text(table.text(4), 100);
    const std::vector<FlatTable> tensors = table.tables(0), operators = table.tables(3);
    reader_.check_limit("the number of tensors", tensors.size(), reader_.limits().tensors);
    reader_.check_limit("the number of operators", operators.size(), reader_.limits().nodes);
    std::unordered_set<std::string> names;
    for (const FlatTable& tensor : tensors)
      graph.tensors.push_back(read_tensor(tensor, graph.tensors.size(), names));
    graph.inputs = indices(table, 1, graph, false);
    graph.outputs = indices(table, 2, graph, false);
    for (const FlatTable& each : operators) graph.operators.push_back(read_operator(each, graph));
    return graph;
  }

  // Indices of tensors. -1 stands for an absent input.
  std::vector<std::int64_t> indices(const FlatTable& table, int slot, const Graph& graph,
                                    bool optional) const {
    std::vector<std::int64_t> all;
    for (const std::int32_t index : table.numbers<std::int32_t>(slot)) {
      if (index < (optional ? -1 : 0) || index >= std::ssize(graph.tensors))
        file_.fail(table.at(), "tensor " + std::to_string(index),
                   "a number below " + std::to_string(graph.tensors.size()));
      all.push_back(index);
    }
    return all;
  }

  // Names may repeat or be missing; the tensor's number makes them unique.
  static std::string unique_name(std::string name, std::size_t index,
                                 std::unordered_set<std::string>& names) {
    if (name.empty() || has_control_character(name) || !is_utf8(name))
      name = "tensor_" + std::to_string(index);
    while (!names.insert(name).second) name += "_" + std::to_string(index);
    return name;
  }

  tflite::Tensor read_tensor(const FlatTable& table, std::size_t index,
                             std::unordered_set<std::string>& names) {
    tflite::Tensor tensor;
    tensor.name = unique_name(table.text(3), index, names);
    const auto type = static_cast<std::size_t>(table.number<std::uint8_t>(1));
    tensor.type =
        StoredType(type < std::size(types) ? types[type] : "type_" + std::to_string(type));
    tensor.shape = shape_of(table);
    if (const auto quantization = table.table(4))
      tensor.quantization = quantization_of(*quantization);
    if (table.has(6)) tensor.fault = "it is stored as a sparse tensor";
    const auto number = table.number<std::uint32_t>(2);
    if (number >= buffers_.size())
      file_.fail(table.at(), "buffer " + std::to_string(number),
                 "a number below " + std::to_string(buffers_.size()));
    tensor.offset = buffers_[number].at;
    tensor.bytes = buffers_[number].bytes;
    tensor.kept = table.number<std::uint8_t>(5) != 0 && !tensor.is_constant();
    if (tensor.kept) tensor.fault = "it is kept between calls";
    if (tensor.is_constant() && tensor.fault.empty()) tensor.fault = fault_of(tensor);
    return tensor;
  }

  Shape shape_of(const FlatTable& table) const {
    Shape shape;
    const std::vector<std::int32_t> open = table.numbers<std::int32_t>(7);
    const std::vector<std::int32_t> fixed = table.numbers<std::int32_t>(0);
    for (const std::int32_t length : open.size() == fixed.size() ? open : fixed) {
      if (length < -1) file_.fail(table.at(), "a length of " + std::to_string(length), "0 or more");
      shape.push_back(length);
    }
    reader_.check_limit("the rank of a tensor", shape.size(), reader_.limits().rank);
    return shape;
  }

  static std::string fault_of(const tflite::Tensor& tensor) {
    if (tensor.type.bits() == 0)
      return "its elements, of " + std::string(tensor.type.name()) + ", are no numbers";
    for (const std::int64_t length : tensor.shape) {
      if (length < 0) return "it is a constant of an open length";
    }
    if (!is_countable(tensor.shape))
      return "its shape " + to_string(tensor.shape) + " is impossible";
    const std::uint64_t bytes = tensor_bytes(tensor.type, tensor.shape);
    if (bytes == tensor.bytes) return {};
    return "it has " + std::to_string(tensor.bytes) + " bytes, expected " + std::to_string(bytes);
  }

  Quantization quantization_of(const FlatTable& table) const {
    Quantization made;
    for (const float scale : table.numbers<float>(2)) made.scale.push_back(scale);
    made.zero_point = table.numbers<std::int64_t>(3);
    made.dimension = table.number<std::int32_t>(6);
    if (made.zero_point.size() < made.scale.size()) made.zero_point.resize(made.scale.size(), 0);
    return made;
  }

  Operator read_operator(const FlatTable& table, const Graph& graph) const {
    Operator made;
    made.file_offset = table.at();
    const auto number = table.number<std::uint32_t>(0);
    if (number >= codes_.size())
      file_.fail(table.at(), "operator code " + std::to_string(number),
                 "a number below " + std::to_string(codes_.size()));
    const Code& code = codes_[number];
    const tflite::OperatorSchema* schema = tflite::schema_of(code.number);
    made.known = schema != nullptr;
    if (schema)
      made.name = schema->name;
    else
      made.name = code.number == custom_code && !code.custom.empty()
                      ? code.custom
                      : "BUILTIN_" + std::to_string(code.number);
    made.inputs = indices(table, 1, graph, true);
    made.outputs = indices(table, 2, graph, false);
    if (!schema) return made;
    // The fields of absent options have their defaults.
    if (const auto options = table.table(4)) made.options = tflite::options_of(*schema, *options);
    return made;
  }

  void read_signature(const FlatTable& table, Model& model) {
    Signature made;
    made.key = comment_text(table.text(2), 100);
    if (table.number<std::uint32_t>(4) != 0) {
      add_note(notes_,
               "the signature " + quote(made.key) + " is left out, whose graph is not the first",
               quote(reader_.path()));
      return;
    }
    for (const auto& [slot, list] : {std::pair{0, &made.inputs}, std::pair{1, &made.outputs}}) {
      for (const FlatTable& entry : table.tables(slot)) {
        const auto index = entry.number<std::uint32_t>(1);
        const std::string name = entry.text(0);
        if (index >= model.graphs[0].tensors.size() || name.empty() ||
            has_control_character(name) || !is_utf8(name)) {
          add_note(notes_, "a name of the signature " + quote(made.key) + " cannot be used",
                   quote(reader_.path()));
          continue;
        }
        list->emplace_back(name, index);
      }
    }
    model.signatures.push_back(std::move(made));
  }

  const Reader& reader_;
  Notes& notes_;
  const FlatFile file_;
  std::vector<Code> codes_;
  std::vector<Buffer> buffers_;
};

}  // namespace

bool recognises_tflite(std::string_view first) {
  return first.size() >= 8 && first.substr(4, 4) == "TFL3";
}

std::shared_ptr<const Model> read_tflite(Reader& reader, Notes& notes) {
  return TfliteReader(reader, notes).run();
}

TensorDirectory list_tflite(Reader& reader, Notes& notes) {
  const auto model = read_tflite(reader, notes);
  TensorDirectory directory;
  directory.files = {reader.path()};
  for (std::size_t i = 0; i < model->graphs.size(); ++i) {
    for (const tflite::Tensor& tensor : model->graphs[i].tensors) {
      if (!tensor.is_constant()) continue;
      StoredTensor stored;
      stored.name = (i == 0 ? "" : "graph_" + std::to_string(i) + "/") + tensor.name;
      stored.dtype = tensor.type;
      stored.fault = tensor.fault;
      if (tensor.fault.empty()) stored.shape = tensor.shape;
      stored.offset = tensor.offset;
      stored.unsized_bytes = tensor.bytes;
      directory.tensors.push_back(std::move(stored));
    }
  }
  if (!model->description.empty()) directory.metadata.emplace("description", model->description);
  return directory;
}

const Format tflite_format = {
    .name = "tflite",
    .title = "TensorFlow Lite model",
    .role = FileRole::document,
    .suffixes = {".tflite"},
    .recognises = recognises_tflite,
    .read = [](Reader& reader, Notes& notes) -> FileModel { return read_tflite(reader, notes); },
    .write = nullptr,
    .list = list_tflite,
};

}  // namespace ng
