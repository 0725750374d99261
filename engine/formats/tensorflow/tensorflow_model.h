// SPDX-License-Identifier: Apache-2.0
// TensorFlow graphs as plain structs. Field names follow TensorFlow's .proto files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/tensor.h"

namespace ng::tensorflow {

// DataType of types.proto; references to variables (+ 100) are read as the type itself.
enum class DataType : std::int32_t {
  invalid,
  f32,
  f64,
  i32,
  u8,
  i16,
  i8,
  text,
  complex64,
  i64,
  boolean,
  qint8,
  quint8,
  qint32,
  bf16,
  qint16,
  quint16,
  u16,
  complex128,
  f16,
  resource,
  variant,
  u32,
  u64,
  f8e5m2,
  f8e4m3fn,
  f8e4m3fnuz,
  f8e4m3b11fnuz,
  f8e5m2fnuz,
  i4,
  u4,
  i2,
  u2
};
inline constexpr std::int32_t newest_type = static_cast<std::int32_t>(DataType::u2);

// Empty for types that the engine lacks.
std::optional<DType> dtype_of(DataType type);
std::string_view name(DataType type);  // "DT_FLOAT"
// By the name of the enumeration's value; nullopt if there is none.
std::optional<DataType> type_named(std::string_view name);

struct TensorProto {
  DataType type = DataType::invalid;
  Shape dims;
  std::span<const std::byte> raw;    // little endian; in the model's bytes
  std::vector<std::byte> converted;  // from the typed fields, if there is no raw data
  std::vector<std::string> strings;
  std::uint64_t file_offset = 0;

  std::span<const std::byte> stored() const { return raw.empty() ? converted : raw; }
  // One stored element stands for all.
  bool is_splat() const;
};

// The tensor's elements; the last stored one is repeated. Only for types that the engine has.
Tensor contents(const TensorProto& tensor);

// A shape with unknown lengths (-1), or of unknown rank.
using PartialShape = std::optional<std::vector<std::int64_t>>;

enum class AttrKind { none, text, integer, number, boolean, type, shape, tensor, function, list };

struct AttrValue {
  AttrKind kind = AttrKind::none;
  std::string s;  // text, or the name of a function
  std::int64_t i = 0;
  double f = 0;
  bool b = false;
  DataType type = DataType::invalid;
  PartialShape shape;
  std::shared_ptr<const TensorProto> tensor;
  // The elements of a list, by kind; the others are empty.
  std::vector<std::string> texts;
  std::vector<std::int64_t> integers;  // also booleans
  std::vector<double> numbers;
  std::vector<DataType> types;
  std::vector<PartialShape> shapes;
};

struct NodeDef {
  std::string name, op, device;
  std::vector<std::string> inputs;  // "node", "node:1", "^node" (control)
  std::map<std::string, AttrValue> attrs;
  std::uint64_t file_offset = 0;

  const AttrValue* find(const std::string& attr) const;
};

struct ArgDef {
  std::string name;
  DataType type = DataType::invalid;
};

struct FunctionDef {
  std::string name;
  std::vector<ArgDef> inputs, outputs;
  std::vector<NodeDef> nodes;
  std::map<std::string, std::string> returns;  // by output: "node:output:0"
};

struct GraphDef {
  std::vector<NodeDef> nodes;
  std::vector<FunctionDef> functions;
};

struct TensorInfo {
  std::string tensor;  // "node:0"
  DataType type = DataType::invalid;
  PartialShape shape;
};

struct SignatureDef {
  std::string name;
  std::vector<std::pair<std::string, TensorInfo>> inputs, outputs;  // sorted by key
};

// A graph with what it is for.
struct MetaGraph {
  std::vector<std::string> tags;
  std::string tensorflow_version;
  GraphDef graph;
  std::vector<SignatureDef> signatures;
  std::map<std::string, std::vector<std::string>> collections;  // names of nodes and variables
  std::string restore_op;                                       // of its Saver
  std::set<std::string> untrained;  // variables that are not trained, by their keys
};

enum class ModelKind { graph, meta_graph, saved_model };

struct Model {
  ModelKind kind = ModelKind::graph;
  std::vector<MetaGraph> graphs;                        // at least one
  std::string path;                                     // of the file
  std::shared_ptr<const std::vector<std::byte>> bytes;  // that `raw` refers to
};

// The graph for inference: the first with the tag "serve", else the first.
const MetaGraph& graph_to_serve(const Model& model);

}  // namespace ng::tensorflow
