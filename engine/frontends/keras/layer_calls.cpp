// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/layer_calls.h"

#include "engine/base/dtype.h"
#include "engine/frontends/keras/layer_config.h"

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

class CallReader {
 public:
  explicit CallReader(Call& call) : call_(call) {}

  // Keras 3: tensors in lists and objects, which may also hold numbers.
  void read_argument(const JsonField& value, const std::string& keyword, std::size_t depth = 0) {
    if (depth > most_depth) value.fail("the arguments are nested too deeply", {}, {});
    if (value.is_object()) {
      if (text_of(value, "class_name") == "__keras_tensor__")
        return add(value.at("config"), keyword);
      for (const auto& [key, item] : value.members()) read_argument(item, keyword, depth + 1);
    } else if (value.is_list()) {
      for (const JsonField& item : value.items()) read_argument(item, keyword, depth + 1);
    } else if (is_constant(value)) {
      const std::string name =
          keyword.empty() ? "constant." + std::to_string(position_++) : "call." + keyword;
      add_attribute(value, name, call_.constants);
    } else if (keyword.empty()) {
      ++position_;  // an absent argument keeps its place
    }
  }

  // Keras 2: [layer, call, index, keywords], lists of them, or keyword arguments.
  void read_old(const JsonField& value, std::size_t depth = 0) {
    if (depth > most_depth) value.fail("the arguments are nested too deeply", {}, {});
    if (is_constant_value(value)) {
      const JsonField constant = value.items()[2];
      if (!is_constant(constant))
        constant.fail("the layer is called with a constant that is no number",
                      describe(constant.value()), "a number", "save the model with Keras 3");
      read_argument(constant, {});
      const std::vector<JsonField> items = value.items();
      if (items.size() > 3 && items[3].is_object()) read_keywords(items[3]);
      return;
    }
    if (is_reference(value)) {
      const std::vector<JsonField> items = value.items();
      push(reference(value), {});
      if (items.size() > 3 && items[3].is_object()) read_keywords(items[3]);
      return;
    }
    if (!value.is_list()) return;
    for (const JsonField& item : value.items()) read_old(item, depth + 1);
  }

 private:
  void read_keywords(const JsonField& keywords) {
    for (const auto& [key, value] : keywords.members()) {
      if (is_reference(value))
        push(reference(value), key);
      else if (is_constant(value))
        add_attribute(value, "call." + key, call_.constants);
    }
  }

  void add(const JsonField& config, const std::string& keyword) {
    Tensor tensor = reference_of(config.at("keras_history"));
    if (const auto shape = config.find("shape"); shape && shape->is_list())
      tensor.type = value_info({}, *shape, text_of(config, "dtype"));
    push(std::move(tensor), keyword);
  }

  static Tensor reference_of(const JsonField& history) {
    if (!is_reference(history))
      history.fail("a tensor has no layer that makes it", describe(history.value()),
                   "layer, number of its call, number of the result");
    return reference(history);
  }

  void push(Tensor tensor, const std::string& keyword) {
    call_.inputs.push_back(std::move(tensor));
    call_.names.push_back(keyword.empty() ? std::to_string(position_++) : keyword);
  }

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

std::vector<Call> calls_of(const JsonField& layer) {
  std::vector<Call> calls;
  const auto nodes = layer.find("inbound_nodes");
  if (!nodes) return calls;
  for (const JsonField& node : nodes->items()) {
    CallReader reader(calls.emplace_back());
    if (!node.is_object()) {
      reader.read_old(node);
      continue;
    }
    for (const JsonField& item : node.at("args").items()) reader.read_argument(item, {});
    if (const auto keywords = node.find("kwargs")) {
      for (const auto& [key, value] : keywords->members()) reader.read_argument(value, key);
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
    if (next.is_object()) {
      for (const auto& [key, item] : next.members()) inner.push_back(item);
    }
    waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
  }
  return all;
}

}  // namespace ng::keras
