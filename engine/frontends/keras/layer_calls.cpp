// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/layer_calls.h"

#include <algorithm>

#include "engine/base/dtype.h"
#include "engine/frontends/keras/call_parameters.h"
#include "engine/frontends/keras/layer_config.h"
#include "engine/frontends/keras/layer_rows.h"

namespace ng::keras {
namespace {

constexpr std::int64_t most = 1'000'000;  // calls of a layer, results of a call
constexpr std::size_t most_depth = 16;    // of lists of tensors

bool is_reference(const JsonField& value) {
  if (!value.is_list()) return false;
  const auto& list = std::get<JsonValue::List>(value.value().data);
  return list.size() >= 3 && std::holds_alternative<std::string_view>(list[0].data) &&
         std::holds_alternative<std::int64_t>(list[1].data) &&
         std::holds_alternative<std::int64_t>(list[2].data);
}

Tensor reference(const JsonField& value) {
  const std::vector<JsonField> items = value.items();
  return {items[0].name(), items[1].integer(0, most), items[2].integer(0, most), {}};
}

bool is_constant(const JsonField& value) {
  const auto& data = value.value().data;
  return std::holds_alternative<bool>(data) || std::holds_alternative<std::int64_t>(data) ||
         std::holds_alternative<double>(data);
}

// ["_CONSTANT_VALUE", -1, 2.0, keywords]
bool is_constant_value(const JsonField& value) {
  if (!value.is_list()) return false;
  const auto& list = std::get<JsonValue::List>(value.value().data);
  const auto* first = list.size() < 3 ? nullptr : std::get_if<std::string_view>(&list[0].data);
  return first && *first == "_CONSTANT_VALUE";
}

// An element of an index of keras.ops: a number, a slice, a new axis or an ellipsis.
void add_index(const JsonField& value, std::vector<std::int64_t>& all) {
  const auto add = [&](IndexKind kind, std::int64_t start, std::int64_t stop, std::int64_t step) {
    all.insert(all.end(), {static_cast<std::int64_t>(kind), start, stop, step});
  };
  const std::string kind = value.is_object() ? text_of(value, "class_name") : std::string();
  if (value.is_null()) return add(IndexKind::new_axis, 0, 0, 1);
  if (kind == "__ellipsis__") return add(IndexKind::ellipsis, 0, 0, 1);
  if (kind != "__slice__") return add(IndexKind::position, value.integer(-most, most), 0, 1);
  const JsonField config = value.at("config");
  const auto part = [&](const char* key, std::int64_t otherwise) {
    const auto given = config.find(key);
    return given && !given->is_null() ? given->integer(-INT64_MAX, INT64_MAX) : otherwise;
  };
  const std::int64_t step = part("step", 1);
  if (step == 0) value.fail("a slice has the step 0", "0", "another number");
  add(IndexKind::slice, part("start", step > 0 ? 0 : INT64_MAX),
      part("stop", step > 0 ? INT64_MAX : INT64_MIN), step);
}

onnx::Attribute index_attribute(const JsonField& value) {
  onnx::Attribute made;
  made.name = index_key;
  made.kind = onnx::AttributeKind::integers;
  const auto items = value.is_object() ? value.find("items") : std::nullopt;  // of a tuple
  if (value.is_list() || items) {
    for (const JsonField& each : (items ? *items : value).items()) add_index(each, made.ints);
  } else {
    add_index(value, made.ints);
  }
  return made;
}

// The values of an object, sorted by key, which is the order of Keras.
std::vector<JsonField> by_key(const JsonField& object) {
  auto members = object.members();
  std::stable_sort(members.begin(), members.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<JsonField> values;
  for (const auto& [key, value] : members) values.push_back(value);
  return values;
}

// Names arguments: by the parameter of the layer's call, an element of a list "mask.1"; by their
// positions for layers without parameters.
class CallReader {
 public:
  CallReader(std::string_view class_name, Call& call)
      : class_name_(class_name), parameters_(call_parameters(class_name)), call_(call) {}

  // Keras 3: tensors in lists and objects, which may also hold numbers.
  void read_positional(const std::vector<JsonField>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (parameters_.empty())
        read_argument(arguments[i], {});
      else if (i < parameters_.size())
        read_argument(arguments[i], std::string(parameters_[i]));
      else
        arguments[i].fail("the layer is called with too many arguments",
                          std::to_string(arguments.size()),
                          "at most " + std::to_string(parameters_.size()));
    }
  }

  void read_keyword(const JsonField& value, const std::string& keyword) {
    if (value.is_null()) return;
    call_.keywords.push_back(parameter_name(class_name_, keyword));
    read_argument(value, call_.keywords.back());
  }

  // Keras 2: [layer, call, index, keywords], lists of them, or keyword arguments.
  void read_old(const JsonField& value, std::size_t depth = 0) {
    if (depth > most_depth) value.fail("the arguments are nested too deeply", {}, {});
    if (is_constant_value(value)) {
      const JsonField constant = value.items()[2];
      if (!is_constant(constant))
        constant.fail("the layer is called with a constant that is no number",
                      describe(constant.value()), "a number", "save the model with Keras 3");
      add_constant(constant, old_name());
      const std::vector<JsonField> items = value.items();
      if (items.size() > 3 && items[3].is_object()) read_keywords(items[3]);
      return;
    }
    if (is_reference(value)) {
      const std::vector<JsonField> items = value.items();
      push(reference(value), old_name());
      if (items.size() > 3 && items[3].is_object()) read_keywords(items[3]);
      return;
    }
    if (!value.is_list()) return;
    for (const JsonField& item : value.items()) read_old(item, depth + 1);
  }

 private:
  // `name` is empty for an argument that is numbered.
  void read_argument(const JsonField& value, const std::string& name, std::size_t depth = 0) {
    if (depth > most_depth) value.fail("the arguments are nested too deeply", {}, {});
    if (value.is_object()) {
      if (text_of(value, "class_name") == "__keras_tensor__") return add(value.at("config"), name);
      const auto items = value.find("items");  // of a tuple
      if (items && text_of(value, "class_name") == "__tuple__")
        return read_argument(*items, name, depth + 1);
      call_.by_key = true;
      for (const JsonField& item : by_key(value)) read_argument(item, name, depth + 1);
    } else if (value.is_list()) {
      const std::vector<JsonField> items = value.items();
      for (std::size_t i = 0; i < items.size(); ++i)
        read_argument(items[i], name.empty() ? name : name + "." + std::to_string(i), depth + 1);
    } else if (is_constant(value)) {
      add_constant(value, name);
    } else if (name.empty()) {
      ++position_;  // an absent argument keeps its place
    }
  }

  void add_constant(const JsonField& value, const std::string& name) {
    add_attribute(value, name.empty() ? "constant." + std::to_string(position_++) : "call." + name,
                  call_.constants);
  }

  // Of the next tensor in the list of a call, where Keras 2 puts initial states after the input.
  std::string old_name() {
    if (parameters_.empty()) return {};
    const std::size_t i = position_++;
    if (parameters_[0] == "inputs") return "inputs." + std::to_string(i);
    if (parameters_[0] == "query") return std::string(parameters_[std::min<std::size_t>(i, 2)]);
    return i == 0 ? std::string(parameters_[0]) : "initial_state." + std::to_string(i - 1);
  }

  void read_keywords(const JsonField& keywords) {
    for (const auto& [key, value] : keywords.members()) {
      const std::string name = parameter_name(class_name_, key);
      if (is_constant(value)) {
        add_constant(value, name);
        continue;
      }
      call_.keywords.push_back(name);
      if (is_reference(value)) {
        push(reference(value), name);
      } else if (value.is_list()) {
        const std::vector<JsonField> items = value.items();
        for (std::size_t i = 0; i < items.size(); ++i) {
          if (is_reference(items[i])) push(reference(items[i]), name + "." + std::to_string(i));
        }
      }
    }
  }

  void add(const JsonField& config, const std::string& name) {
    Tensor tensor = reference_of(config.at("keras_history"));
    if (const auto shape = config.find("shape"); shape && shape->is_list())
      tensor.type = value_info({}, *shape, text_of(config, "dtype"));
    push(std::move(tensor), name);
  }

  static Tensor reference_of(const JsonField& history) {
    if (!is_reference(history))
      history.fail("a tensor has no layer that makes it", describe(history.value()),
                   "layer, number of its call, number of the result");
    return reference(history);
  }

  void push(Tensor tensor, const std::string& name) {
    call_.inputs.push_back(std::move(tensor));
    call_.names.push_back(name.empty() ? std::to_string(position_++) : name);
  }

  const std::string_view class_name_;
  const std::span<const std::string_view> parameters_;
  Call& call_;
  std::size_t position_ = 0;
};

}  // namespace

std::string call_name(const std::string& prefix, const std::string& layer, std::int64_t call) {
  return prefix + layer + (call == 0 ? "" : "/call_" + std::to_string(call));
}

std::string Tensor::value(const std::string& prefix) const {
  return call_name(prefix, layer, call) + (index == 0 ? "" : ":" + std::to_string(index));
}

onnx::ValueInfo value_info(const std::string& name, const JsonField& shape,
                           const std::string& dtype) {
  onnx::ValueInfo info;
  info.name = name;
  info.type = onnx::element_type(dtype_from_name(dtype).value_or(DType::f32));
  info.dims.emplace();
  for (const JsonField& length : shape.items()) {
    onnx::Dimension& dim = info.dims->emplace_back();
    if (!length.is_null())
      dim.length = length.integer(0, INT64_MAX);
    else if (info.dims->size() == 1)
      dim.symbol = "batch";
  }
  return info;
}

bool is_function(const JsonField& layer) {
  return is_function(text_of(layer, "module"));
}

std::string row_name(const JsonField& layer) {
  return row_name(text_of(layer, "class_name"), text_of(layer, "module"),
                  text_of(layer, "registered_name"));
}

std::vector<Call> calls_of(const JsonField& layer) {
  std::vector<Call> calls;
  const auto nodes = layer.find("inbound_nodes");
  if (!nodes) return calls;
  const std::string class_name = row_name(layer);
  for (const JsonField& node : nodes->items()) {
    CallReader reader(is_function(layer) ? std::string_view() : class_name, calls.emplace_back());
    if (!node.is_object()) {
      reader.read_old(node);
      continue;
    }
    std::vector<JsonField> positional = node.at("args").items();
    if (class_name == "GetItem" && is_function(layer) && positional.size() == 2) {
      calls.back().constants.push_back(index_attribute(positional[1]));
      positional.pop_back();
    }
    reader.read_positional(positional);
    if (const auto keywords = node.find("kwargs")) {
      for (const auto& [key, value] : keywords->members()) reader.read_keyword(value, key);
    }
  }
  return calls;
}

std::vector<Tensor> tensors_in(const JsonField& value) {
  std::vector<Tensor> all;
  std::vector<JsonField> waiting{value};
  while (!waiting.empty()) {
    const JsonField next = waiting.back();
    waiting.pop_back();
    if (is_reference(next)) {
      all.push_back(reference(next));
      continue;
    }
    std::vector<JsonField> inner;
    if (next.is_list()) inner = next.items();
    if (next.is_object()) inner = by_key(next);
    waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
  }
  return all;
}

}  // namespace ng::keras
