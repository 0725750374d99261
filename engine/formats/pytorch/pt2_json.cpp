// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/pt2_json.h"

#include <limits>

#include "engine/base/quote.h"
#include "engine/formats/onnx/stack_trace.h"
#include "engine/formats/pytorch/torch_types.h"

namespace ng::pytorch {
namespace {

constexpr const char* again = "the file is damaged; save the program again with torch.export.save";
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t longest = std::int64_t{1} << 47;

struct TypeRow {
  std::int64_t code;  // PyTorch's ScalarType in the schema
  const char* name;   // of torch.dtype
  onnx::ElementType type;
};
constexpr TypeRow types[] = {
    {1, "uint8", onnx::ElementType::u8},
    {2, "int8", onnx::ElementType::i8},
    {3, "int16", onnx::ElementType::i16},
    {4, "int32", onnx::ElementType::i32},
    {5, "int64", onnx::ElementType::i64},
    {6, "float16", onnx::ElementType::f16},
    {7, "float32", onnx::ElementType::f32},
    {8, "float64", onnx::ElementType::f64},
    {10, "complex64", onnx::ElementType::complex64},
    {11, "complex128", onnx::ElementType::complex128},
    {12, "bool", onnx::ElementType::boolean},
    {13, "bfloat16", onnx::ElementType::bf16},
    {28, "uint16", onnx::ElementType::u16},
    {29, "float8_e4m3fn", onnx::ElementType::f8e4m3fn},
    {30, "float8_e5m2", onnx::ElementType::f8e5m2},
    {31, "float8_e4m3fnuz", onnx::ElementType::f8e4m3fnuz},
    {32, "float8_e5m2fnuz", onnx::ElementType::f8e5m2fnuz},
    {33, "float8_e8m0fnu", onnx::ElementType::f8e8m0},
    {34, "uint32", onnx::ElementType::u32},
    {35, "uint64", onnx::ElementType::u64},
};

const TypeRow* find_type(std::int64_t code) {
  for (const TypeRow& row : types)
    if (row.code == code) return &row;
  return nullptr;
}

onnx::ElementType element_type(const JsonField& field) {
  const TypeRow* row = find_type(field.integer(0, 1000));
  return row ? row->type : onnx::ElementType::undefined;
}

// The only member of an object that is a tagged union.
std::pair<std::string, JsonField> tagged(const JsonField& field) {
  std::vector<std::pair<std::string, JsonField>> members = field.members();
  std::erase_if(members,
                [&](const auto& each) { return each.second.is_null() && members.size() > 1; });
  if (members.size() == 1) return members[0];
  field.fail("a value has no tag or several", std::to_string(members.size()) + " members",
             "one member", again);
}

// Texts such as "Infinity" are numbers that JSON does not have.
double number_of(const JsonField& field) {
  if (!field.is_text()) return field.number();
  const std::string text = field.text();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  field.fail("a number is written as a text", quote(text), "Infinity, -Infinity, NaN", again);
}

// An integer, or the name of one that the program computes.
void add_integer(const JsonField& field, Argument& into) {
  const auto [tag, value] = tagged(field);
  const bool named = tag == "as_name";
  if (!named && tag != "as_int" && tag != "as_bool")
    field.fail("an integer has an unknown tag", quote(tag), "as_int, as_bool or as_name", again);
  into.values.push_back(named ? value.name() : std::string());
  into.integers.push_back(named             ? 0
                          : tag == "as_int" ? value.integer(lowest, highest)
                                            : std::int64_t{value.boolean()});
}

std::string optional_tensor(const JsonField& field) {
  const auto [tag, value] = tagged(field);
  if (tag == "as_none") return {};
  if (tag == "as_tensor") return value.at("name").name();
  field.fail("a tensor has an unknown tag", quote(tag), "as_none or as_tensor", again);
}

bool is_list_tag(const std::string& tag) {
  return tag.ends_with('s');
}

void read_tensors(const std::string& tag, const JsonField& value, Argument& into) {
  into.kind = is_list_tag(tag) ? ArgumentKind::values : ArgumentKind::value;
  if (tag == "as_tensor") into.values = {value.at("name").name()};
  if (tag == "as_optional_tensor") into.values = {optional_tensor(value)};
  if (tag == "as_tensors")
    for (const JsonField& each : value.items()) into.values.push_back(each.at("name").name());
  if (tag == "as_optional_tensors")
    for (const JsonField& each : value.items()) into.values.push_back(optional_tensor(each));
}

void read_integers(const std::string& tag, const JsonField& value, Argument& into) {
  into.kind = is_list_tag(tag) ? ArgumentKind::integers : ArgumentKind::integer;
  into.boolean = tag.find("bool") != tag.npos;
  const bool symbolic = tag.starts_with("as_sym");
  const auto read = [&](const JsonField& field) {
    if (symbolic) return add_integer(field, into);
    into.integers.push_back(into.boolean ? std::int64_t{field.boolean()}
                                         : field.integer(lowest, highest));
  };
  if (into.kind == ArgumentKind::integer) return read(value);
  for (const JsonField& field : value.items()) read(field);
}

void read_symbolic_number(const JsonField& field, Argument& into) {
  const auto [tag, value] = tagged(field);
  if (tag == "as_name") {
    into.kind = ArgumentKind::value;
    into.values = {value.name()};
    return;
  }
  into.kind = ArgumentKind::number;
  into.numbers = {number_of(value)};
}

std::shared_ptr<const Subgraph> graph_of(const JsonField& field);

Argument argument_of(const JsonField& field, std::string name) {
  Argument made;
  made.name = std::move(name);
  const auto [tag, value] = tagged(field);
  if (tag == "as_none") return made;
  if (tag == "as_tensor" || tag == "as_tensors" || tag == "as_optional_tensor" ||
      tag == "as_optional_tensors") {
    read_tensors(tag, value, made);
  } else if (tag == "as_int" || tag == "as_ints" || tag == "as_bool" || tag == "as_bools" ||
             tag == "as_sym_int" || tag == "as_sym_ints" || tag == "as_sym_bool" ||
             tag == "as_sym_bools") {
    read_integers(tag, value, made);
  } else if (tag == "as_float" || tag == "as_sym_float") {
    if (tag == "as_sym_float") {
      read_symbolic_number(value, made);
      return made;
    }
    made.kind = ArgumentKind::number;
    made.numbers = {number_of(value)};
  } else if (tag == "as_floats") {
    made.kind = ArgumentKind::numbers;
    for (const JsonField& each : value.items()) made.numbers.push_back(number_of(each));
  } else if (tag == "as_complex") {
    made.kind = ArgumentKind::complex;
    made.numbers = {number_of(value.at("real")), number_of(value.at("imag"))};
  } else if (tag == "as_string") {
    made.kind = ArgumentKind::text;
    made.text = value.text();
  } else if (tag == "as_scalar_type") {
    made.kind = ArgumentKind::type;
    made.integers = {static_cast<std::int64_t>(element_type(value))};
  } else if (tag == "as_graph") {
    made.kind = ArgumentKind::graph;
    made.graph = graph_of(value.at("graph"));
  } else {
    made.kind = ArgumentKind::other;
    made.text = tag;
  }
  return made;
}

// The values that an output of a node or of the graph names.
void add_outputs(const JsonField& field, std::vector<std::string>& values) {
  const auto [tag, value] = tagged(field);
  if (tag.starts_with("as_sym_")) {
    const auto [kind, name] = tagged(value);
    values.push_back(kind == "as_name" ? name.name() : std::string());
    return;
  }
  Argument read;
  const bool tensors = tag == "as_tensor" || tag == "as_tensors" || tag == "as_optional_tensor" ||
                       tag == "as_optional_tensors";
  if (tensors)
    read_tensors(tag, value, read);
  else
    read.values = {std::string()};
  values.insert(values.end(), read.values.begin(), read.values.end());
}

// The path of the innermost of "key,path,class;key,path,class".
std::string module_path(const std::string& stack) {
  const std::size_t last = stack.rfind(';');
  const std::string inner = last == stack.npos ? stack : stack.substr(last + 1);
  const std::size_t first = inner.find(','), second = inner.find(',', first + 1);
  if (first == inner.npos || second == inner.npos) return {};
  std::string path = inner.substr(first + 1, second - first - 1);
  const std::string hook = "_empty_nn_module_stack";
  return path.starts_with(hook) ? std::string() : path;
}

// with_effects(token, op, …) gives a new token and the results of the op: becomes the op. Tokens
// order ops that print or check something, and have no elements.
void leave_tokens(Node& node, const std::vector<JsonField>& inputs) {
  if (node.target != "torch.ops.higher_order.with_effects") return;
  if (inputs.size() < 2 || node.outputs.empty()) return;
  const auto [tag, op] = tagged(inputs[1].at("arg"));
  if (tag != "as_operator") return;
  node.target = op.name();
  node.arguments.erase(node.arguments.begin(), node.arguments.begin() + 2);
  node.outputs.erase(node.outputs.begin());
}

Node node_of(const JsonField& field) {
  Node node;
  node.target = field.at("target").name();
  const std::vector<JsonField> inputs = field.at("inputs").items();
  for (const JsonField& input : inputs)
    node.arguments.push_back(argument_of(input.at("arg"), input.at("name").text()));
  for (const JsonField& output : field.at("outputs").items()) add_outputs(output, node.outputs);
  leave_tokens(node, inputs);
  const auto metadata = field.find("metadata");
  if (!metadata || !metadata->is_object()) return node;
  if (const auto stack = metadata->find("nn_module_stack"); stack && stack->is_text())
    node.module = module_path(stack->text());
  if (const auto trace = metadata->find("stack_trace"); trace && trace->is_text())
    node.source = onnx::user_line(trace->text());
  return node;
}

// "s27" of "Symbol('s27', positive=True, integer=True)"; else the whole expression.
std::string symbol_of(const std::string& expression) {
  constexpr std::string_view symbol = "Symbol('";
  if (!expression.starts_with(symbol)) return expression;
  const std::size_t end = expression.find('\'', symbol.size());
  return expression.substr(symbol.size(), end - symbol.size());
}

onnx::ValueInfo type_of(const std::string& name, const JsonField& meta) {
  onnx::ValueInfo info;
  info.name = name;
  info.type = element_type(meta.at("dtype"));
  info.dims.emplace();
  for (const JsonField& size : meta.at("sizes").items()) {
    const auto [tag, value] = tagged(size);
    onnx::Dimension& dim = info.dims->emplace_back();
    if (tag == "as_int")
      dim.length = value.integer(0, longest);
    else
      dim.symbol = symbol_of(value.at("expr_str").text());
  }
  meta.reader().check_limit("the rank of a tensor", info.dims->size(), meta.reader().limits().rank);
  return info;
}

std::vector<Node> nodes_of(const JsonField& graph) {
  const std::vector<JsonField> fields = graph.at("nodes").items();
  graph.reader().check_limit("the number of nodes", fields.size(), graph.reader().limits().nodes);
  std::vector<Node> nodes;
  for (const JsonField& field : fields) nodes.push_back(node_of(field));
  return nodes;
}

std::unordered_map<std::string, onnx::ValueInfo> types_of(const JsonField& graph) {
  std::unordered_map<std::string, onnx::ValueInfo> types;
  for (const auto& [name, meta] : graph.at("tensor_values").members())
    types.emplace(name, type_of(name, meta));
  return types;
}

// Tensors of known lengths whose elements are row-major from the begin of the memory on.
std::unordered_set<std::string> row_major_of(const JsonField& graph) {
  const auto lengths = [](const JsonField& meta, const char* key) {
    std::vector<std::int64_t> values;
    for (const JsonField& each : meta.at(key).items()) {
      const auto [tag, value] = tagged(each);
      if (tag != "as_int") return std::optional<std::vector<std::int64_t>>();
      values.push_back(value.integer(lowest, highest));
    }
    return std::optional(values);
  };
  std::unordered_set<std::string> names;
  for (const auto& [name, meta] : graph.at("tensor_values").members()) {
    const auto sizes = lengths(meta, "sizes"), strides = lengths(meta, "strides");
    const auto [tag, offset] = tagged(meta.at("storage_offset"));
    const bool first = tag == "as_int" && offset.integer(lowest, highest) == 0;
    if (first && sizes && strides && sizes->size() == strides->size() &&
        is_row_major(*sizes, *strides))
      names.insert(name);
  }
  return names;
}

std::shared_ptr<const Subgraph> graph_of(const JsonField& field) {
  auto made = std::make_shared<Subgraph>();
  for (const JsonField& input : field.at("inputs").items()) add_outputs(input, made->inputs);
  for (const JsonField& output : field.at("outputs").items()) add_outputs(output, made->outputs);
  made->nodes = nodes_of(field);
  made->types = types_of(field);
  made->row_major = row_major_of(field);
  return made;
}

Input input_of(const JsonField& spec) {
  const auto [kind, value] = tagged(spec);
  Input made;
  if (kind == "user_input") {
    const auto [tag, argument] = tagged(value.at("arg"));
    if (tag == "as_tensor") {
      made.value = argument.at("name").name();
      return made;
    }
    if (tag.starts_with("as_sym_")) {
      const auto [form, name] = tagged(argument);
      if (form == "as_name") made.value = name.name();
    }
    return made;  // a constant argument has no value in the graph
  }
  if (kind == "constant_input" || kind == "token") {
    made.kind = InputKind::constant;
    return made;
  }
  const char* key = kind == "parameter"         ? "parameter_name"
                    : kind == "buffer"          ? "buffer_name"
                    : kind == "tensor_constant" ? "tensor_constant_name"
                                                : nullptr;
  if (!key)
    spec.fail("the program reads " + quote(kind) + ", which is not imported", quote(kind),
              "tensors", "export a program of tensors only");
  made.kind = InputKind::weight;
  made.parameter = made.trained = kind == "parameter";
  made.name = value.at(key).name();
  made.value = value.at("arg").at("name").name();
  return made;
}

// Parameters that the program freezes are none that optimizers change. A program whose parameters
// are all frozen is one for inference, and says nothing about training.
void leave_frozen(std::vector<Input>& inputs, const JsonField& graph) {
  std::unordered_set<std::string> frozen;
  bool trains = false;
  for (const auto& [name, meta] : graph.at("tensor_values").members())
    if (const auto trained = meta.find("requires_grad"); trained && !trained->boolean())
      frozen.insert(name);
  for (const Input& each : inputs) trains |= each.trained && !frozen.contains(each.value);
  for (Input& each : inputs)
    if (trains && frozen.contains(each.value)) each.trained = false;
}

Output output_of(const JsonField& spec) {
  const auto [kind, value] = tagged(spec);
  Output made;
  const JsonField argument = value.at("arg");
  if (const auto name = argument.find("name"); name && name->is_text()) {
    made.value = name->name();
  } else {
    std::vector<std::string> values;
    add_outputs(argument, values);
    if (values.size() == 1) made.value = values[0];
  }
  if (kind == "user_output" || kind == "loss_output") return made;
  for (const char* key : {"buffer_name", "parameter_name", "user_input_name"})
    if (const auto name = value.find(key); name && name->is_text()) made.updates = name->name();
  if (made.updates.empty()) made.updates = kind;
  return made;
}

}  // namespace

void read_program(const JsonField& root, Program& program) {
  if (const auto version = root.find("torch_version"); version && version->is_text())
    program.torch_version = version->text();
  const std::int64_t major = root.at("schema_version").at("major").integer(0, 1000);
  if (major != 8)
    root.at("schema_version")
        .fail("the schema of the program has another version", std::to_string(major), "8",
              "export the program again with PyTorch 2.7 or later");
  if (const auto dialects = root.find("verifiers"))
    for (const JsonField& dialect : dialects->items())
      program.decomposed |= dialect.is_text() && dialect.text() == "ATEN";
  const JsonField module = root.at("graph_module"), graph = module.at("graph");
  program.types = types_of(graph);
  program.row_major = row_major_of(graph);
  program.nodes = nodes_of(graph);
  const JsonField signature = module.at("signature");
  for (const JsonField& spec : signature.at("input_specs").items())
    program.inputs.push_back(input_of(spec));
  leave_frozen(program.inputs, graph);
  for (const JsonField& spec : signature.at("output_specs").items())
    if (tagged(spec).first != "token") program.outputs.push_back(output_of(spec));
}

std::vector<TensorText> read_tensor_list(const JsonField& root) {
  std::vector<TensorText> all;
  for (const auto& [name, field] : root.at("config").members()) {
    TensorText& made = all.emplace_back();
    made.tensor.name = name;
    made.entry = field.at("path_name").name();
    if (const auto pickled = field.find("use_pickle"); pickled && !pickled->is_null())
      made.pickled = pickled->boolean();
    const auto meta = field.find("tensor_meta");
    if (!meta || meta->is_null()) {
      made.tensor.fault = "it is a Python object";
      continue;
    }
    const std::int64_t code = meta->at("dtype").integer(0, 1000);
    const TypeRow* type = find_type(code);
    made.tensor.dtype = type ? torch_dtype(type->name) : StoredType("type " + std::to_string(code));
    if (!type) made.tensor.fault = "its element type is unknown";
    const auto lengths = [&](const char* key) {
      std::vector<std::int64_t> values;
      for (const JsonField& each : meta->at(key).items()) {
        const auto [tag, value] = tagged(each);
        if (tag != "as_int")
          each.fail("a stored tensor has a length that is no integer", quote(tag), "as_int", again);
        values.push_back(value.integer(0, longest));
      }
      meta->reader().check_limit("the rank of a tensor", values.size(),
                                 meta->reader().limits().rank);
      return values;
    };
    made.tensor.shape = lengths("sizes");
    made.tensor.strides = lengths("strides");
    if (made.tensor.shape.size() != made.tensor.strides.size())
      meta->fail("the tensor " + quote(name) + " has another number of strides than axes",
                 std::to_string(made.tensor.strides.size()),
                 std::to_string(made.tensor.shape.size()), again);
    made.first = tagged(meta->at("storage_offset")).second.integer(0, longest);
    if (meta->at("layout").integer(0, 1000) != 7) made.tensor.fault = "it is not strided";
  }
  return all;
}

}  // namespace ng::pytorch
