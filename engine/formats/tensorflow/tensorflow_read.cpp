// SPDX-License-Identifier: Apache-2.0
// Recognises and reads files of TensorFlow graphs.
#include <algorithm>
#include <filesystem>

#include "engine/formats/tensorflow/tensorflow_file.h"
#include "engine/formats/tensorflow/tensorflow_graphs.h"
#include "engine/formats/tensorflow/text_format.h"

namespace ng {
namespace {

using tensorflow::MetaGraph;
using tensorflow::Model;
using tensorflow::ModelKind;

constexpr std::uint64_t most_graphs = 256;

// Fields at the start of a message, as far as `bytes` reaches.
class Opening {
 public:
  explicit Opening(std::string_view bytes) : bytes_(bytes) {}

  // The content of the next field, if it is length-delimited and has this number.
  std::optional<std::string_view> field(int number) {
    if (bytes_.empty() || bytes_[0] != static_cast<char>(number << 3 | 2)) return std::nullopt;
    const char* at = bytes_.data() + 1;
    const char* end = bytes_.data() + bytes_.size();
    std::uint64_t length = 0;
    try {
      length = protozero::decode_varint(&at, end);
    } catch (const protozero::exception&) {
      return std::nullopt;
    }
    const auto left = static_cast<std::uint64_t>(end - at);
    const std::string_view content(at, std::min(length, left));
    bytes_ = std::string_view(at + content.size(), left - content.size());
    return content;
  }

 private:
  std::string_view bytes_;
};

bool is_identifier(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_./->").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

// A node: its name, then its op.
bool is_graph(std::string_view bytes) {
  const auto node = Opening(bytes).field(1);
  if (!node) return false;
  Opening fields(*node);
  const auto name = fields.field(1);
  const auto op = name ? fields.field(2) : std::nullopt;
  return op && is_identifier(*name) && is_identifier(*op);
}

// Its description: the list of ops or the tags.
bool is_meta_graph(std::string_view bytes) {
  const auto info = Opening(bytes).field(1);
  if (!info) return false;
  const auto ops = Opening(*info).field(2);
  if (!ops) return Opening(*info).field(4).has_value();
  const auto op = Opening(*ops).field(1);
  return ops->empty() || (op && Opening(*op).field(1).has_value());
}

bool is_saved_model(std::string_view bytes) {
  if (!bytes.starts_with("\x08\x01")) return false;
  const auto meta = Opening(bytes.substr(2)).field(2);
  return meta && (is_meta_graph(*meta) || Opening(*meta).field(2));
}

// The first name of a text file, after blanks and comments.
std::string_view first_word(std::string_view text) {
  while (!text.empty()) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return {};
    text.remove_prefix(start);
    if (text[0] != '#') break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  const std::size_t end = text.find_first_of(" \t\r\n{:");
  const std::string_view word = text.substr(0, end);
  if (end == std::string_view::npos) return {};
  const std::size_t after = text.find_first_not_of(" \t\r\n", end);
  if (after == std::string_view::npos || (text[after] != '{' && text[after] != ':')) return {};
  return word;
}

std::optional<ModelKind> kind_of(std::string_view first) {
  if (is_graph(first)) return ModelKind::graph;
  if (is_saved_model(first)) return ModelKind::saved_model;
  if (is_meta_graph(first)) return ModelKind::meta_graph;
  const std::string_view word = first_word(first);
  if (word == "node" || word == "versions" || word == "library") return ModelKind::graph;
  if (word == "meta_info_def" || word == "graph_def") return ModelKind::meta_graph;
  if (word == "saved_model_schema_version" || word == "meta_graphs") return ModelKind::saved_model;
  return std::nullopt;
}

bool is_text(std::string_view first) {
  return !first_word(first).empty() && !is_graph(first) && !is_meta_graph(first);
}

class TensorflowReader : public TensorflowGraphs {
 public:
  using TensorflowGraphs::TensorflowGraphs;

  void read(pbf_reader message, Model& model) {
    try {
      if (model.kind == ModelKind::saved_model)
        read_saved_model(message, model);
      else if (model.kind == ModelKind::meta_graph)
        read_meta_graph(message, model.graphs.emplace_back());
      else
        read_graph(message, model.graphs.emplace_back().graph);
    } catch (const protozero::exception& error) {
      reader_.fail_at(offset(), {"a message of the model is damaged", fault_of(error),
                                 "fields of TensorFlow's .proto files", export_again});
    }
    for (const MetaGraph& meta : model.graphs) {
      if (!meta.graph.nodes.empty()) return;
    }
    reader_.fail_at(
        0, {"the model has no graph", counted(model.graphs.size(), "graph") + " without nodes",
            "a graph with nodes", export_again});
  }

 private:
  void read_saved_model(pbf_reader& message, Model& model) {
    while (next(message)) {
      if (message.tag() != 2) {
        message.skip();
        continue;
      }
      reader_.check_limit("the number of graphs", model.graphs.size() + 1, most_graphs);
      const Reader::Field field(reader_,
                                "meta_graphs[" + std::to_string(model.graphs.size()) + "]");
      pbf_reader meta = inner(message, "meta_graphs");
      read_meta_graph(meta, model.graphs.emplace_back());
    }
  }
};

FileModel read_file(Reader& reader, Notes& notes) {
  return read_tensorflow(reader, notes);
}

}  // namespace

bool recognises_saved_model(std::string_view first) {
  return is_saved_model(first);
}

bool recognises_tensorflow(std::string_view first) {
  return kind_of(first).has_value();
}

std::string model_file_of(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path folder(path);
  if (!std::filesystem::is_directory(folder, ignored)) return path;
  std::string found;
  for (const char* name : {"saved_model.pb", "saved_model.pbtxt"}) {
    if (std::filesystem::is_regular_file(folder / name, ignored)) return (folder / name).string();
  }
  std::size_t listed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (++listed > 8) {
      found += ", …";
      break;
    }
    found += (found.empty() ? "" : ", ") + entry.path().filename().string();
  }
  Diagnostic diagnostic;
  diagnostic.what = "this is a folder, and not a SavedModel of TensorFlow";
  diagnostic.where = quote(path);
  diagnostic.found = found.empty() ? "an empty folder" : found;
  diagnostic.expected =
      "the file of a document or model, or a folder with saved_model.pb or saved_model.pbtxt";
  diagnostic.action = "choose a file, or the folder that tf.saved_model.save wrote";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

std::shared_ptr<const Model> read_tensorflow(Reader& reader, Notes&) {
  auto model = std::make_shared<Model>();
  const std::string first = reader.first_bytes(512);
  model->kind = kind_of(first).value_or(ModelKind::graph);
  model->path = reader.path();
  std::shared_ptr<std::vector<std::byte>> bytes;
  if (is_text(first)) {
    bytes = std::make_shared<std::vector<std::byte>>(binary_of_text(reader, model->kind));
  } else {
    bytes = std::make_shared<std::vector<std::byte>>(reader.bytes(reader.remaining()));
  }
  const auto* begin = reinterpret_cast<const char*>(bytes->data());
  TensorflowReader(reader, begin, bytes->size()).read(pbf_reader(begin, bytes->size()), *model);
  model->bytes = std::move(bytes);
  return model;
}

const Format tensorflow_format = {
    .name = "tensorflow",
    .title = "TensorFlow graph",
    .role = FileRole::document,
    .suffixes = {".pb", ".pbtxt", ".meta"},
    .recognises = recognises_tensorflow,
    .read = read_file,
    .write = nullptr,
};

}  // namespace ng
