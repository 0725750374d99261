// SPDX-License-Identifier: Apache-2.0
// An ONNX model as plain structs. Field names follow onnx.proto.
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
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/input_file.h"
#include "engine/base/tensor.h"

namespace ng::onnx {

// TensorProto.DataType.
enum class ElementType : std::int32_t {
  undefined,
  f32,
  u8,
  i8,
  u16,
  i16,
  i32,
  i64,
  text,
  boolean,
  f16,
  f64,
  u32,
  u64,
  complex64,
  complex128,
  bf16,
  f8e4m3fn,
  f8e4m3fnuz,
  f8e5m2,
  f8e5m2fnuz,
  u4,
  i4,
  f4e2m1,
  f8e8m0,
  u2,
  i2
};
// Empty for types that the engine lacks. Integers of 2 and 4 bits are held as 8-bit integers.
std::optional<DType> dtype_of(ElementType type);
// A float of 4 or 8 bits, whose values are held as float32.
bool is_small_float(ElementType type);
// The bits of an integer type shorter than a byte, which files store packed; else 0.
int narrow_bits(ElementType type);
// The smallest and largest value of such a type.
std::pair<double, double> narrow_range(ElementType type);
// The bytes of a file that `count` elements take; 0 for texts.
std::uint64_t stored_bytes(ElementType type, std::int64_t count);
ElementType element_type(DType dtype);
std::string_view name(ElementType type);  // "FLOAT"
std::string describe(ElementType type);   // "FLOAT", or "the unknown type 99"

// Part of a file in the model's folder that holds a tensor's data.
struct ExternalData {
  std::string location;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length = {};
};

struct SparseElements;

struct Tensor {
  std::string name;
  ElementType type = ElementType::undefined;
  Shape dims;
  std::span<const std::byte> raw;    // little endian; in the model's bytes
  std::vector<std::byte> converted;  // row-major, from the typed fields, if there is no raw data
  TensorBytes elements = {};         // shared with an op, or read later; then the only data
  std::vector<std::string> strings;
  std::optional<ExternalData> external;
  bool parameter = false;  // the file says so: a variable, also with one element
  bool trained = true;     // else an initializer that optimizers leave as it is
  bool updated = false;    // a node assigns to it
  std::shared_ptr<const SparseElements> sparse = {};  // then the only data
  std::uint64_t file_offset = 0;

  std::int64_t size() const { return element_count(dims); }
};

// The elements that are not zero, and their places: positions in row-major order, or rows of one
// index per axis.
struct SparseElements {
  Tensor values, indices;
};

struct Graph;

enum class AttributeKind : std::int32_t {
  undefined,
  number,
  integer,
  text,
  tensor,
  graph,
  numbers,
  integers,
  texts,
  tensors,
  graphs,
  sparse_tensor,
  sparse_tensors,
  type,
  types
};

struct Attribute {
  std::string name, ref_attr_name;  // the second refers to an attribute of a function's caller
  AttributeKind kind = AttributeKind::undefined;
  double f = 0;
  std::int64_t i = 0;
  std::string s;
  std::shared_ptr<const Tensor> t;
  std::shared_ptr<const Graph> g;
  std::vector<double> floats;
  std::vector<std::int64_t> ints;
  std::vector<std::string> strings;
};

// Null if there is none of this name.
const Attribute* find_attribute(const std::vector<Attribute>& all, std::string_view name);

// A line of the user's program.
struct SourceLine {
  std::string file;
  int line = 0;  // 0: unknown
};

struct Node {
  std::string name, op_type, domain;
  std::vector<std::string> inputs, outputs;  // an empty name: an absent optional argument
  std::vector<Attribute> attributes;
  std::uint64_t file_offset = 0;
  // Of a node of another framework: where it is placed, and its op type, if it was replaced.
  std::string device, kind;
  SourceLine source = {};

  const Attribute* find(std::string_view attribute) const;
};

// A dimension: a length, a symbol, or unknown.
struct Dimension {
  std::optional<std::int64_t> length = {};
  std::string symbol;
};

struct ValueInfo {
  std::string name;
  bool is_tensor = true;  // else a sequence, map or optional
  ElementType type = ElementType::undefined;
  std::optional<std::vector<Dimension>> dims = {};  // nullopt: unknown rank
};

struct Graph {
  std::string name;
  std::vector<Node> nodes;
  std::vector<Tensor> initializers;
  std::vector<ValueInfo> inputs, outputs, values;
};

struct Function {
  std::string name, domain;
  std::vector<std::string> inputs, outputs, attributes;
  std::vector<Attribute> defaults;
  std::vector<Node> nodes;
  std::map<std::string, std::int64_t> opsets;
};

// Open files of external data, by location.
using ExternalFiles = std::map<std::string, std::shared_ptr<const InputFile>>;

struct Model {
  std::int64_t ir_version = 0;
  std::string producer, producer_version, doc;
  std::map<std::string, std::int64_t> opsets;  // by domain; "" is ONNX's own
  std::map<std::string, std::string> metadata;
  // The names that initializers of another framework have in its file, if they have others.
  std::map<std::string, std::string> in_file;
  Graph graph;
  std::vector<std::string> updates;  // values of nodes that assign to initializers in each run
  // Inputs, outputs and initializers of another framework that are complex: their last dimension
  // has the real and the imaginary part.
  std::set<std::string> complex;
  std::vector<Function> functions;
  std::string path;                                     // of the file, for external data
  std::shared_ptr<const std::vector<std::byte>> bytes;  // that `raw` refers to
  std::shared_ptr<const InputFile> file;                // with these bytes; null: from memory
  std::shared_ptr<ExternalFiles> external = std::make_shared<ExternalFiles>();
};

// The tensor's elements. Large ones are read when they are needed, external data from the model's
// folder. Throws a bad_file Error for data that do not fit the shape, for files outside the folder,
// and a value Error for types that the engine lacks.
ng::Tensor contents(const Tensor& tensor, const Model& model);

// Throws a bad_file Error about the tensor.
[[noreturn]] void refuse_tensor(const Tensor& tensor, const Model& model, std::string what,
                                std::string found, std::string expected);

// Is the tensor in a file that does not exist?
bool is_missing(const Tensor& tensor, const Model& model);
// The tensor's elements, which it throws the given bad_file Error to read.
ng::Tensor missing_contents(const Tensor& tensor, const Diagnostic& why);

// The path of a tensor's external data, which must be large enough. Throws like contents().
std::string external_path(const Tensor& tensor, const Model& model);

}  // namespace ng::onnx
