// SPDX-License-Identifier: Apache-2.0
// A program of torch.export as plain structs. Field names follow PyTorch's schema.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/input_file.h"
#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng::pytorch {

// What an argument of a node is. Values are tensors, or numbers that the program computes.
enum class ArgumentKind {
  none,
  value,
  values,
  integer,
  integers,
  number,
  numbers,
  complex,
  text,
  type,
  graph,
  other
};

struct Subgraph;

struct Argument {
  std::string name;  // of the parameter: "self"
  ArgumentKind kind = ArgumentKind::none;
  // Of values, each empty for None. Of integers, either none or one per integer: not empty for an
  // integer that the program computes.
  std::vector<std::string> values;
  std::vector<std::int64_t> integers;  // also booleans, and numbers of an onnx::ElementType
  std::vector<double> numbers;         // of a complex number: its real and imaginary part
  std::string text;                    // of another kind: its tag in the file
  bool boolean = false;                // are the integers booleans?
  std::shared_ptr<const Subgraph> graph = {};
};

struct Node {
  std::string target;  // "torch.ops.aten.add.Tensor"
  std::string module;  // its path: "encoder.layers.0"; empty: the outermost
  std::vector<Argument> arguments;
  std::vector<std::string> outputs;  // values; empty: None
  onnx::SourceLine source;
};

// What an op such as cond runs. Its values have names of their own.
struct Subgraph {
  std::vector<std::string> inputs, outputs;
  std::vector<Node> nodes;
  std::unordered_map<std::string, onnx::ValueInfo> types;  // of tensors, by value
  std::unordered_set<std::string> row_major;  // tensors that are so in memory, from its begin on
};

enum class InputKind { user, weight, constant };

// An input of the graph: an argument of the program, or a tensor of the file.
struct Input {
  InputKind kind = InputKind::user;
  std::string value;                        // in the graph
  std::string name;                         // of a tensor: "encoder.weight"
  std::optional<std::size_t> tensor = {};   // index into Program::tensors
  bool parameter = false;                   // else a buffer or constant
  bool trained = false;                     // a parameter that is not frozen
  std::optional<std::int64_t> number = {};  // of a constant that is an integer
};

struct Output {
  std::string value;
  std::string updates;  // the buffer or input that it is a new value of; empty: it is returned
};

struct Program {
  std::string path, torch_version;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::vector<Node> nodes;
  std::unordered_map<std::string, onnx::ValueInfo> types;  // of tensors, by value
  std::unordered_set<std::string> row_major;  // tensors that are so in memory, from its begin on
  TensorDirectory tensors;
  std::shared_ptr<const InputFile> file;  // null: the program was read from memory
  bool decomposed = false;                // run_decompositions() has composed its ops of others
};

}  // namespace ng::pytorch
