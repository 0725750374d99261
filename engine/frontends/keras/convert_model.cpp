// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/convert_model.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <unordered_set>
#include <utility>

#include "engine/base/quote.h"
#include "engine/frontends/keras/call_parameters.h"
#include "engine/frontends/keras/layer_calls.h"
#include "engine/frontends/keras/layer_config.h"
#include "engine/frontends/keras/layer_context.h"
#include "engine/frontends/keras/layer_weights.h"
#include "engine/frontends/keras/masks.h"
#include "engine/frontends/keras/run_order.h"
#include "engine/frontends/onnx/graphs/repeated_outputs.h"
#include "engine/frontends/tensorflow/convert_node.h"

namespace ng::keras {
namespace {

constexpr std::string_view op_domain = "keras";
constexpr std::size_t most_nested = 32, most_nodes = 1'000'000,
                      most_results = 1000;  // of a layer that is not imported

const onnx::OpRow* row_of(std::string_view class_name) {
  const LayerRow* layer = find_layer(class_name);
  return layer ? &layer->row : nullptr;
}

// Where a model is inlined.
struct Place {
  std::string prefix;          // of the names of its values
  std::string weights_prefix;  // of the names of its weights, the same for all its calls
  std::string path;            // of its weights in the file
  std::size_t depth = 0;
};

// What a model inside another is called with.
struct Given {
  std::vector<std::string> values, masks;  // an empty mask: absent
  bool by_key = false;                     // in the order of the keys of an object
};

// The masks are the arguments "mask", or "mask.0" and so on.
Given given_by(const std::vector<std::string>& inputs, const Call& call) {
  Given given;
  given.by_key = call.by_key;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string& name = call.names[i];
    std::size_t at = 0;
    const bool listed = name.starts_with("mask.");
    if (name != "mask" && !listed) {
      given.values.push_back(inputs[i]);
      continue;
    }
    if (listed) std::from_chars(name.data() + 5, name.data() + name.size(), at);
    if (at >= inputs.size()) continue;  // of no input
    if (given.masks.size() <= at) given.masks.resize(at + 1);
    given.masks[at] = inputs[i];
  }
  return given;
}

// The calls of a functional model, whose nodes follow each other in a list of nodes. A model inside
// it is one call: Keras runs all of it at once.
class CallList {
 public:
  explicit CallList(std::size_t begin) : begin_(begin) {}

  // `begin` and `end` are those of its nodes in the list.
  void add(const std::string& layer, std::int64_t number, const Call& call, std::size_t begin,
           std::size_t end) {
    places_.emplace(std::pair(layer, number), nodes_.size());
    nodes_.emplace_back(begin, end);
    layers_.push_back(layer);
    inputs_.push_back(in_argument_order(call));
  }

  // Puts the nodes in the order in which Keras runs them, after those that are of no call.
  void sort(const std::vector<Tensor>& outputs, std::vector<std::size_t>& list) const {
    std::vector<OrderedCall> calls;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      calls.push_back({layers_[i], places_of(inputs_[i])});
    std::vector<std::size_t> sorted;
    std::size_t at = begin_;
    for (const auto& [begin, end] : nodes_) {
      sorted.insert(sorted.end(), list.begin() + std::ptrdiff_t(at),
                    list.begin() + std::ptrdiff_t(begin));
      at = end;
    }
    sorted.insert(sorted.end(), list.begin() + std::ptrdiff_t(at), list.end());
    for (const std::size_t call : run_order(calls, places_of(outputs))) {
      const auto [begin, end] = nodes_[call];
      sorted.insert(sorted.end(), list.begin() + std::ptrdiff_t(begin),
                    list.begin() + std::ptrdiff_t(end));
    }
    std::copy(sorted.begin(), sorted.end(), list.begin() + std::ptrdiff_t(begin_));
  }

 private:
  // Arguments by keyword last, sorted by keyword.
  static std::vector<Tensor> in_argument_order(const Call& call) {
    std::vector<std::pair<std::string, Tensor>> keyed;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
      const std::string name = call.names[i].substr(0, call.names[i].find('.'));
      const bool keyword =
          std::find(call.keywords.begin(), call.keywords.end(), name) != call.keywords.end();
      keyed.emplace_back(keyword ? name : std::string(), call.inputs[i]);
    }
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Tensor> sorted;
    for (auto& [name, tensor] : keyed) sorted.push_back(std::move(tensor));
    return sorted;
  }

  // Inputs of the model are made by no call.
  std::vector<std::size_t> places_of(const std::vector<Tensor>& tensors) const {
    std::vector<std::size_t> places;
    for (const Tensor& tensor : tensors) {
      const auto at = places_.find({tensor.layer, tensor.call});
      if (at != places_.end()) places.push_back(at->second);
    }
    return places;
  }

  const std::size_t begin_;
  std::map<std::pair<std::string, std::int64_t>, std::size_t> places_;
  std::vector<std::pair<std::size_t, std::size_t>> nodes_;
  std::vector<std::string> layers_;
  std::vector<std::vector<Tensor>> inputs_;
};

class Converter {
 public:
  Converter(const Model& keras, Notes& notes)
      : keras_(keras), notes_(notes), weights_(keras, notes) {}

  onnx::Model run() {
    onnx::Model& model = made_;
    model.path = keras_.path;
    model.producer = "Keras";
    model.producer_version = keras_.version;
    model.opsets[""] = onnx::newest_opset;
    location_ = std::filesystem::path(keras_.path).filename().string();
    if (keras_.file) (*model.external)[location_] = keras_.file;
    const JsonField root = keras_.config->root();
    const std::string class_name = root.at("class_name").name();
    if (!is_network(class_name))
      root.fail("the model is of the class " + quote(class_name) + ", which only Python code has",
                quote(class_name), "Sequential or Functional",
                "export it as a SavedModel: model.export(FOLDER)");
    const JsonField config = root.at("config");
    const std::vector<std::string> values = add_network(config, class_name, {});
    const std::vector<std::string> keys = output_keys(config);
    for (std::size_t i = 0; i < values.size(); ++i) {
      onnx::ValueInfo output;
      output.name = i < keys.size() ? named_value(values[i], keys[i]) : values[i];
      model.graph.outputs.push_back(std::move(output));
    }
    if (model.graph.outputs.empty())
      root.fail("the model has no output", "no output_layers", "an output");
    add_read_results();
    pass_masks(model.graph.nodes, order_, functions_, keywords_);
    copy_repeated_outputs(made_);
    return std::move(made_);
  }

 private:
  // The values that it returns. Inputs of an inner model are given by `inputs`.
  std::vector<std::string> add_network(const JsonField& config, const std::string& class_name,
                                       const Place& place, const Given* inputs = nullptr) {
    if (place.depth > most_nested) config.fail("the models are nested too deeply", {}, {});
    if (class_name == "Sequential") return add_sequence(config, place, inputs);
    CallList calls(order_.size());
    std::vector<Tensor> given;  // what `inputs` are, in their order
    if (inputs) given = tensors_in(config.at("input_layers"));
    if (inputs && inputs->by_key && config.at("input_layers").is_list() && given.size() > 1)
      config.fail("a model that has a list of inputs is called with inputs by name", "an object",
                  "a list", "call it with a list and save the model again");
    const std::vector<PlacedLayer> layers = layers_of(config, place.path);
    std::map<std::string, std::int64_t> first;
    if (is_old()) first = first_calls(config, layers);
    for (const PlacedLayer& layer : layers) {
      if (layer.class_name == "InputLayer") {
        const auto at = std::find_if(given.begin(), given.end(),
                                     [&](const Tensor& each) { return each.layer == layer.name; });
        add_input(layer, place, inputs, static_cast<std::size_t>(at - given.begin()));
        continue;
      }
      const auto known = first.find(layer.name);
      std::int64_t number = known == first.end() ? 0 : known->second;
      for (const Call& call : calls_of(layer.field)) {
        std::vector<std::string> values;
        for (const Tensor& tensor : call.inputs) {
          values.push_back(tensor.value(place.prefix));
          if (tensor.type) add_type(*tensor.type, values.back());
        }
        const std::size_t begin = order_.size();
        add_call(layer, place, number, values, call);
        calls.add(layer.name, number++, call, begin, order_.size());
      }
    }
    if (!inputs) sort_inputs(config);
    std::vector<std::string> outputs;
    std::vector<Tensor> returned = tensors_in(config.at("output_layers"));
    if (!is_old()) renumber_models(layers, returned);
    for (const Tensor& tensor : returned) outputs.push_back(tensor.value(place.prefix));
    calls.sort(returned, order_);
    return outputs;
  }

  bool is_old() const {
    return keras_.version.starts_with("2.") || keras_.version.starts_with("1.");
  }

  // Of the outputs, Keras 3 counts calls of a functional model from 1: call 0 is what made it.
  static void renumber_models(const std::vector<PlacedLayer>& layers,
                              std::vector<Tensor>& outputs) {
    std::unordered_set<std::string> models;
    for (const PlacedLayer& layer : layers) {
      if (is_network(layer.class_name) && layer.class_name != "Sequential")
        models.insert(layer.name);
    }
    for (Tensor& output : outputs) {
      if (output.call > 0 && models.contains(output.layer)) --output.call;
    }
  }

  // The lowest number of a call that is read, of the models among the layers: in files of Keras 2,
  // call 0 of a model is what made it.
  static std::map<std::string, std::int64_t> first_calls(const JsonField& config,
                                                         const std::vector<PlacedLayer>& layers) {
    std::map<std::string, std::int64_t> first;
    for (const PlacedLayer& layer : layers) {
      if (is_network(layer.class_name)) first.emplace(layer.name, INT64_MAX);
    }
    if (first.empty()) return first;
    const auto read = [&](const std::vector<Tensor>& tensors) {
      for (const Tensor& tensor : tensors) {
        const auto at = first.find(tensor.layer);
        if (at != first.end()) at->second = std::min(at->second, tensor.call);
      }
    };
    read(tensors_in(config.at("output_layers")));
    for (const PlacedLayer& layer : layers) {
      for (const Call& call : calls_of(layer.field)) read(call.inputs);
    }
    std::erase_if(first, [](const auto& each) { return each.second == INT64_MAX; });
    return first;
  }

  std::vector<std::string> add_sequence(const JsonField& config, const Place& place,
                                        const Given* inputs) {
    std::vector<std::string> values;
    for (const PlacedLayer& layer : layers_of(config, place.path)) {
      if (layer.class_name == "InputLayer") {
        values = {add_input(layer, place, inputs, 0)};
        continue;
      }
      if (values.empty()) values = {add_first_input(config, layer, place, inputs)};
      Call call;
      call.names = {first_parameter(layer.class_name)};
      values.resize(1);
      add_call(layer, place, 0, values, call);
      values = {call_name(place.prefix, layer.name, 0)};
    }
    if (values.empty()) config.fail("the model has no layers", "an empty list", "layers");
    return values;
  }

  // As the model lists them; layers are in the order in which the outputs need them.
  void sort_inputs(const JsonField& config) {
    const auto field = config.find("input_layers");
    if (!field) return;
    const std::vector<Tensor> listed = tensors_in(*field);
    const auto place = [&](const onnx::ValueInfo& input) {
      return std::find_if(listed.begin(), listed.end(),
                          [&](const Tensor& each) { return each.layer == input.name; });
    };
    std::stable_sort(made_.graph.inputs.begin(), made_.graph.inputs.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
  }

  // Of a model that returns an object of results.
  static std::vector<std::string> output_keys(const JsonField& config) {
    std::vector<std::string> keys;
    const auto field = config.is_object() ? config.find("output_layers") : std::nullopt;
    if (!field || !field->is_object()) return keys;
    for (const auto& [key, value] : field->members()) {
      if (tensors_in(value).size() != 1) return {};
      keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end());  // as tensors_in
    return keys;
  }

  // The value under this name, unless another one has it.
  std::string named_value(const std::string& value, const std::string& name) {
    const auto has_name = [&](const auto& each) { return each.name == name; };
    const onnx::Graph& graph = made_.graph;
    if (name.empty() || std::any_of(graph.nodes.begin(), graph.nodes.end(), has_name) ||
        std::any_of(graph.inputs.begin(), graph.inputs.end(), has_name) ||
        std::any_of(graph.initializers.begin(), graph.initializers.end(), has_name))
      return value;
    return add_alias(value, name);
  }

  // An input of the whole model, or value `at` that an inner model is given. Returns its name.
  std::string add_input(const PlacedLayer& layer, const Place& place, const Given* inputs,
                        std::size_t at) {
    const JsonField config = layer.field.at("config");
    const std::string name = call_name(place.prefix, layer.name, 0);
    if (inputs) return add_given(config, *inputs, at, name);
    auto shape = config.find("batch_shape");
    if (!shape) shape = config.find("batch_input_shape");
    if (!shape || !shape->is_list())
      config.fail("an input has no shape", "none", "batch_shape", "save a model that was built");
    made_.graph.inputs.push_back(value_info(name, *shape, dtype_of(config)));
    return name;
  }

  // Input `i` of a model inside another under its own name, with the mask that it is given.
  std::string add_given(const JsonField& config, const Given& inputs, std::size_t i,
                        const std::string& name) {
    if (i >= inputs.values.size())
      config.fail("a model is called with fewer inputs than it has",
                  std::to_string(inputs.values.size()), "more");
    add_alias(inputs.values[i], name);
    if (i >= inputs.masks.size() || inputs.masks[i].empty()) return name;
    onnx::Node& node = made_.graph.nodes.back();
    node.inputs.push_back(inputs.masks[i]);
    node.attributes.push_back(texts_attribute(arguments_key, {"0", "mask"}));
    return name;
  }

  // A Sequential without an InputLayer: its first layer or the model knows the shape.
  std::string add_first_input(const JsonField& config, const PlacedLayer& first, const Place& place,
                              const Given* inputs) {
    const JsonField own = first.field.at("config");
    if (inputs) return add_given(own, *inputs, 0, place.prefix + first.name + "_input");
    auto shape = own.find("batch_input_shape");
    if (!shape && config.is_object()) shape = config.find("build_input_shape");
    if (!shape || !shape->is_list())
      own.fail("the model was saved before it was built, so that its input has no shape", "none",
               "batch_input_shape", "call the model once, or add an Input, and save it again");
    const std::string name = place.prefix + first.name + "_input";
    made_.graph.inputs.push_back(value_info(name, *shape, dtype_of(own)));
    return name;
  }

  static std::string dtype_of(const JsonField& config) {
    const std::string plain = text_of(config, "dtype");
    if (!plain.empty()) return plain;
    const auto policy = config.find("dtype");
    const auto inner = policy && policy->is_object() ? policy->find("config") : std::nullopt;
    const std::string name = inner ? text_of(*inner, "name") : std::string();
    return name.starts_with("mixed") || name.empty() ? "float32" : name;
  }

  onnx::Node& add_node(std::string name, std::string class_name) {
    if (made_.graph.nodes.size() >= most_nodes)
      keras_.config->root().fail("the model has too many nodes",
                                 "more than " + std::to_string(most_nodes), "fewer");
    order_.push_back(made_.graph.nodes.size());
    onnx::Node& node = made_.graph.nodes.emplace_back();
    node.name = std::move(name);
    node.op_type = node.kind = std::move(class_name);
    node.domain = op_domain;
    return node;
  }

  std::string add_alias(const std::string& value, const std::string& name) {
    onnx::Node& node = add_node(name, "Identity");
    node.inputs = {value};
    node.outputs = {name};
    return name;
  }

  void add_type(onnx::ValueInfo type, const std::string& value) {
    if (!typed_.insert(value).second) return;
    type.name = value;
    made_.graph.values.push_back(std::move(type));
  }

  void add_call(const PlacedLayer& layer, const Place& place, std::int64_t number,
                const std::vector<std::string>& inputs, const Call& call) {
    const std::string name = call_name(place.prefix, layer.name, number);
    const JsonField config = layer.field.at("config");
    if (is_network(layer.class_name)) {
      const Given given = given_by(inputs, call);
      const Place inner{name + "/", place.weights_prefix + layer.name + "/", layer.place,
                        place.depth + 1};
      const std::vector<std::string> made = add_network(config, layer.class_name, inner, &given);
      for (std::size_t i = 0; i < made.size(); ++i)
        add_alias(made[i], i == 0 ? name : name + ":" + std::to_string(i));
      return;
    }
    onnx::Node& node = add_node(name, layer.class_name);
    if (is_function(layer.field)) node.kind = text_of(layer.field, "class_name");
    if (is_function(layer.field) && !returns_its_input(layer, call)) functions_.insert(name);
    if (!call.keywords.empty()) keywords_[name] = call.keywords;
    node.inputs = inputs;
    add_attributes(config, "", node.attributes);
    node.attributes.insert(node.attributes.end(), call.constants.begin(), call.constants.end());
    if (layer.class_name == "Squeeze" && !node.find("axis")) add_squeezed(call, node);
    if (is_old()) node.attributes.push_back(tensorflow::integer_attribute("keras", 2));
    node.attributes.push_back(texts_attribute(arguments_key, call.names));
    add_weights(layer, place, node);
    if (flag(node, "stateful", false) || flag(node, "layer.config.stateful", false)) note_state();
    node.outputs = {name};
    for (int i = 1; i < results_of(node); ++i)
      node.outputs.push_back(name + ":" + std::to_string(i));
  }

  void note_state() {
    if (std::exchange(keeps_state_, true)) return;
    add_note(notes_, tensorflow::states_note, quote(keras_.path));
  }

  // Layers and functions that are not imported have the results that others read.
  void add_read_results() {
    std::map<std::string, std::size_t, std::less<>> unknown;
    for (std::size_t i = 0; i < made_.graph.nodes.size(); ++i)
      if (const onnx::Node& node = made_.graph.nodes[i]; !find_layer(node.op_type))
        unknown.emplace(node.name, i);
    const auto read = [&](const std::string& value) {
      const std::size_t colon = value.rfind(':');
      if (colon == value.npos) return;
      const auto at = unknown.find(std::string_view(value).substr(0, colon));
      if (at == unknown.end()) return;
      std::vector<std::string>& outputs = made_.graph.nodes[at->second].outputs;
      const std::size_t index = std::strtoull(value.c_str() + colon + 1, nullptr, 10);
      while (outputs.size() <= index && outputs.size() < most_results)
        outputs.push_back(at->first + ":" + std::to_string(outputs.size()));
    };
    for (const onnx::ValueInfo& output : made_.graph.outputs) read(output.name);
    for (std::size_t i = 0; i < made_.graph.nodes.size(); ++i)
      for (const std::string& input : made_.graph.nodes[i].inputs) read(input);
  }

  // Is it a cast to the type that the tensor has in the file?
  static bool returns_its_input(const PlacedLayer& layer, const Call& call) {
    if (layer.class_name != "Cast" || call.inputs.empty() || !call.inputs[0].type) return false;
    const auto to = dtype_from_name(dtype_of(layer.field.at("config")));
    return to && call.inputs[0].type->type == onnx::element_type(*to);
  }

  // The dimensions that Keras drops: those that have the length 1 in the file.
  static void add_squeezed(const Call& call, onnx::Node& node) {
    if (call.inputs.empty() || !call.inputs[0].type || !call.inputs[0].type->dims) return;
    const std::vector<onnx::Dimension>& dims = *call.inputs[0].type->dims;
    std::vector<std::int64_t> axes;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      if (dims[i].length == 1) axes.push_back(static_cast<std::int64_t>(i));
    }
    node.attributes.push_back(tensorflow::attribute("axis", std::move(axes)));
  }

  // States are results after the first: two of an LSTM, one of other recurrent layers. Attention
  // may return its scores. A split has a result more than places to split at.
  static int results_of(const onnx::Node& node) {
    if (const onnx::Attribute* parts = node.find("indices_or_sections")) {
      const bool counted = parts->kind == onnx::AttributeKind::integer;
      const std::int64_t count = counted ? parts->i : std::ssize(parts->ints) + 1;
      return static_cast<int>(std::clamp<std::int64_t>(count, 1, most_results));
    }
    if (flag(node, "call.return_attention_scores", false)) return 2;
    const bool both = node.op_type == "Bidirectional";
    const onnx::Attribute* inner = node.find("layer.class_name");
    const std::string& cell = both && inner ? inner->s : node.op_type;
    const bool returned = flag(node, both ? "layer.config.return_state" : "return_state", false);
    const int states = !returned ? 0 : cell.find("LSTM") != cell.npos ? 2 : 1;
    const bool apart = both && !node.find("merge_mode");
    return 1 + (apart ? 1 : 0) + (both ? 2 * states : states);
  }

  void add_weights(const PlacedLayer& layer, const Place& place, onnx::Node& node) {
    const LayerRow* row = find_layer(layer.class_name);
    if (!row || !row->variables || layer.place.empty()) return;
    std::vector<std::string> roles;
    for (const Slot& slot : row->variables(node)) {
      roles.push_back(slot.role);
      const StoredTensor* stored = weights_.find(layer.place + "/" + slot.path);
      const std::string name =
          place.weights_prefix + layer.name + "/" + weight_name(layer.class_name, slot.role);
      if (stored && !stored->is_real()) {
        note_not_real(*stored, notes_, quote(keras_.path));
        stored = nullptr;
      }
      const bool trained = slot.trainable && flag(node, "trainable", true);
      node.inputs.push_back(stored ? add_weight(*stored, name, trained) : std::string());
    }
    node.attributes.push_back(texts_attribute(weights_key, std::move(roles)));
  }

  // "kernel", "query/kernel", "forward_layer/bias".
  static std::string weight_name(const std::string& class_name, std::string role) {
    constexpr std::string_view inner = "layer.";
    if (role.starts_with(inner))
      role.replace(0, inner.size(), class_name == "Bidirectional" ? "forward_layer/" : "");
    std::replace(role.begin(), role.end(), '.', '/');
    return role;
  }

  // Returns its name.
  std::string add_weight(const StoredTensor& stored, const std::string& name, bool trained) {
    if (!in_model_.insert(name).second) return name;
    made_.in_file.emplace(name, stored.name);
    onnx::Tensor tensor;
    tensor.name = name;
    tensor.dims = stored.shape;
    if (is_plain(keras_.weights, stored) && stored.dtype.dtype()) {
      tensor.type = onnx::element_type(*stored.dtype.dtype());
      tensor.external = onnx::ExternalData{location_, stored.offset, stored.bytes()};
    } else {
      tensor = tensorflow::tensor_of(read_weight(stored));
      tensor.name = name;
    }
    tensor.parameter = true;
    tensor.trained = trained;
    made_.graph.initializers.push_back(std::move(tensor));
    return name;
  }

  ng::Tensor read_weight(const StoredTensor& stored) {
    if (!reader_) reader_ = std::make_unique<Reader>(keras_.path);
    return read_stored(*reader_, keras_.weights, stored);
  }

  const Model& keras_;
  Notes& notes_;
  const LayerWeights weights_;
  onnx::Model made_;
  std::string location_;
  std::vector<std::size_t> order_;  // of the nodes, as Keras runs them
  std::unordered_set<std::string> typed_, in_model_, functions_;
  Keywords keywords_;
  std::unique_ptr<Reader> reader_;  // of weights that are packed
  bool keeps_state_ = false;        // a layer that is called
};

}  // namespace

const onnx::Dialect dialect = {op_domain, row_of};

onnx::Model convert(const Model& keras, Notes& notes) {
  return Converter(keras, notes).run();
}

}  // namespace ng::keras
