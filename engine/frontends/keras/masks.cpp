// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/masks.h"

#include <algorithm>
#include <string_view>

#include "engine/frontends/keras/call_parameters.h"
#include "engine/frontends/keras/layer_config.h"
#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {
namespace {

enum class Kind {
  drops,       // results have no mask
  keeps,       // the mask of the first input is that of the result
  returns,     // the result is the input itself
  makes,       // of its input
  merges,      // where one of the inputs is not masked
  recurrent,   // skips time steps; keeps the mask of a sequence
  heads,       // masks of query, key and value; takes them off its inputs
  grouped,     // the same, and leaves its inputs as they are
  scores,      // masks of a list of query and value
  reads,       // one mask, keeps none
  reads_same,  // one mask, keeps it
  inner        // as the layer inside
};

struct ClassRow {
  std::string_view class_name;
  Kind kind;
};

// Layers of Keras with supports_masking; of others the results have no mask.
constexpr ClassRow classes[] = {
    {"Activation", Kind::keeps},
    {"ActivityRegularization", Kind::returns},
    {"Add", Kind::merges},
    {"AdditiveAttention", Kind::scores},
    {"AlphaDropout", Kind::returns},
    {"Attention", Kind::scores},
    {"Average", Kind::merges},
    {"BatchNormalization", Kind::keeps},
    {"Bidirectional", Kind::recurrent},
    {"Cast", Kind::returns},
    {"Concatenate", Kind::merges},
    {"ConvLSTM1D", Kind::recurrent},
    {"ConvLSTM2D", Kind::recurrent},
    {"ConvLSTM3D", Kind::recurrent},
    {"Dense", Kind::keeps},
    {"Dropout", Kind::returns},
    {"ELU", Kind::keeps},
    {"Embedding", Kind::makes},
    {"GRU", Kind::recurrent},
    {"GaussianDropout", Kind::returns},
    {"GaussianNoise", Kind::returns},
    {"GlobalAveragePooling1D", Kind::reads},
    {"GroupNormalization", Kind::keeps},
    {"GroupQueryAttention", Kind::grouped},
    {"GroupedQueryAttention", Kind::grouped},
    {"Identity", Kind::returns},
    {"LSTM", Kind::recurrent},
    {"LayerNormalization", Kind::keeps},
    {"LeakyReLU", Kind::keeps},
    {"Masking", Kind::makes},
    {"Maximum", Kind::merges},
    {"Minimum", Kind::merges},
    {"MultiHeadAttention", Kind::heads},
    {"Multiply", Kind::merges},
    {"Normalization", Kind::keeps},
    {"PReLU", Kind::keeps},
    {"RandomBrightness", Kind::returns},
    {"RandomContrast", Kind::returns},
    {"RandomFlip", Kind::returns},
    {"RandomRotation", Kind::returns},
    {"RandomTranslation", Kind::returns},
    {"RandomZoom", Kind::returns},
    {"ReLU", Kind::keeps},
    {"Rescaling", Kind::keeps},
    {"SimpleRNN", Kind::recurrent},
    {"Softmax", Kind::reads_same},
    {"SpatialDropout1D", Kind::returns},
    {"SpatialDropout2D", Kind::returns},
    {"SpatialDropout3D", Kind::returns},
    {"Subtract", Kind::merges},
    {"ThresholdedReLU", Kind::keeps},
    {"TimeDistributed", Kind::inner},
    {"UnitNormalization", Kind::keeps},
};

// The name of a value's mask; empty: none.
using Mask = std::string;

Kind kind_of(std::string_view class_name) {
  const auto* const at =
      std::find_if(std::begin(classes), std::end(classes),
                   [&](const ClassRow& row) { return row.class_name == class_name; });
  return at == std::end(classes) ? Kind::drops : at->kind;
}

std::string text_attribute(const onnx::Node& node, std::string_view key) {
  const onnx::Attribute* found = node.find(key);
  return found ? found->s : std::string();
}

bool is_old(const onnx::Node& node) {
  const onnx::Attribute* version = node.find("keras");
  return version && version->i < 3;
}

// Layers that have supports_masking in Keras 3 only.
bool is_new_kind(std::string_view class_name) {
  return class_name == "Identity" || class_name == "Normalization" || class_name == "Rescaling" ||
         class_name.starts_with("Random");
}

class MaskPass {
 public:
  MaskPass(const std::unordered_set<std::string>& functions, const Keywords& keywords)
      : functions_(functions), keywords_(keywords) {}

  void visit(onnx::Node& node) {
    if (node.inputs.empty() || node.outputs.empty() || functions_.contains(node.name)) return;
    if (is_old(node) && is_new_kind(node.op_type)) return;
    switch (kind_of(node.op_type)) {
      case Kind::drops: return;
      case Kind::keeps:
        if (node.op_type == "Activation" && text_attribute(node, "activation") == "linear")
          return same_tensor(node);
        return set(node.outputs[0], carried(node, first(node)));
      case Kind::returns: return same_tensor(node);
      case Kind::makes:
        if (node.op_type != "Embedding" || flag(node, "mask_zero", false)) give_mask(node);
        return;
      case Kind::merges: return merge(node);
      case Kind::recurrent: return recurrent(node);
      case Kind::heads:
      case Kind::grouped: return heads(node);
      case Kind::scores: return scores(node);
      case Kind::reads: read(node); return;
      case Kind::reads_same: {
        const Mask carries = read(node);
        if (is_old(node) && has(node, "mask")) refuse(node, value(node, "mask"));
        return set(node.outputs[0], carries);
      }
      case Kind::inner: return inner(node);
    }
  }

 private:
  // Layers that return their input return its mask, and what takes the mask off one value takes it
  // off the other.
  void same_tensor(onnx::Node& node) {
    tensor_[node.outputs[0]] = tensor(node.inputs[0]);
    if (has(node, "mask")) set(tensor(node.outputs[0]), value(node, "mask"));
  }
  const std::string& tensor(const std::string& value) const {
    const auto at = tensor_.find(value);
    return at == tensor_.end() ? value : at->second;
  }
  Mask mask(const std::string& value) const {
    const auto at = masks_.find(tensor(value));
    return at == masks_.end() ? Mask() : at->second;
  }
  void set(const std::string& value, const Mask& mask) {
    if (!mask.empty()) masks_[value] = mask;
  }
  void take_off(const std::string& value) { masks_.erase(tensor(value)); }

  static std::vector<std::string>& names(onnx::Node& node) {
    for (onnx::Attribute& each : node.attributes) {
      if (each.name == arguments_key) return each.strings;
    }
    node.attributes.push_back(texts_attribute(arguments_key, {}));
    return node.attributes.back().strings;
  }
  // The value of an argument; empty if it is absent.
  static std::string value(onnx::Node& node, std::string_view name) {
    const std::vector<std::string>& all = names(node);
    const auto at = std::find(all.begin(), all.end(), name);
    return at == all.end() ? std::string()
                           : node.inputs[static_cast<std::size_t>(at - all.begin())];
  }
  // Is there an argument of this name, or of the elements of a list of it?
  static bool has(onnx::Node& node, const std::string& name) {
    const std::vector<std::string>& all = names(node);
    return std::any_of(all.begin(), all.end(), [&](const std::string& each) {
      return each == name || each.starts_with(name + ".");
    });
  }
  bool by_keyword(const onnx::Node& node, std::string_view name) const {
    const auto at = keywords_.find(node.name);
    return at != keywords_.end() &&
           std::find(at->second.begin(), at->second.end(), name) != at->second.end();
  }
  // Weights follow the arguments.
  static void add_argument(onnx::Node& node, const std::string& name, const Mask& mask) {
    std::vector<std::string>& all = names(node);
    node.inputs.insert(node.inputs.begin() + std::ssize(all), mask);
    all.push_back(name);
  }
  void give_mask(onnx::Node& node) {
    const Mask made = node.name + "/mask";
    node.outputs.push_back(made);
    set(node.outputs[0], made);
  }
  static void refuse(onnx::Node& node, const Mask& mask) {
    node.attributes.push_back(tensorflow::attribute("masked", mask.c_str()));
  }

  // The first parameter, or the first of its list.
  Mask first(onnx::Node& node) const {
    const std::string parameter = first_parameter(node.op_type);
    const std::string alone = value(node, parameter), listed = value(node, parameter + ".0");
    return mask(!alone.empty() ? alone : !listed.empty() ? listed : node.inputs[0]);
  }
  // Keras computes the mask of a result from one that is given by keyword, or that it fills in
  // itself; from that of the first input otherwise.
  Mask carried(onnx::Node& node, const Mask& otherwise) const {
    return has(node, "mask") && by_keyword(node, "mask") ? value(node, "mask") : otherwise;
  }

  // The mask that a layer with one tensor reads, which becomes its argument. Returns the one that
  // its result carries.
  Mask read(onnx::Node& node) const {
    const Mask own = first(node);
    if (has(node, "mask")) return carried(node, own);
    if (!own.empty()) add_argument(node, "mask", own);
    return own;
  }

  // Of a call with an initial state Keras 3 does not fill in the mask of the sequence.
  void recurrent(onnx::Node& node) {
    const bool fills = is_old(node) || !has(node, "initial_state");
    const Mask carries = fills ? read(node) : carried(node, first(node));
    const bool both = node.op_type == "Bidirectional";
    if (!flag(node, both ? "layer.config.return_sequences" : "return_sequences", false)) return;
    set(node.outputs[0], carries);
    if (both && !node.find("merge_mode") && node.outputs.size() > 1) set(node.outputs[1], carries);
  }

  // Keras 3 reads the mask of the query from the tensor only, and a given query_mask not at all.
  void heads(onnx::Node& node) {
    const bool several = node.op_type == "MultiHeadAttention";
    const Mask query = mask(value(node, "query"));
    bool any = !query.empty();
    for (const char* part : {"value", "key"}) {
      const std::string tensor = value(node, part);
      const Mask own = tensor.empty() ? Mask() : mask(tensor);
      const std::string name = std::string(part) + "_mask";
      any = any || !own.empty();
      if (!own.empty() && !has(node, name)) add_argument(node, name, own);
    }
    const std::string given = value(node, "query_mask");
    if (several && !given.empty()) rename_argument(node, "query_mask", "unused_query_mask");
    if (!query.empty() && (several || given.empty())) add_argument(node, "query_mask", query);
    if (any && is_old(node)) refuse(node, node.name);
    if (several) {
      for (const char* part : {"query", "value", "key"}) take_off(value(node, part));
    }
    set(node.outputs[0], query);
  }

  static void rename_argument(onnx::Node& node, std::string_view from, const std::string& to) {
    std::vector<std::string>& all = names(node);
    std::replace(all.begin(), all.end(), std::string(from), to);
  }

  void scores(onnx::Node& node) {
    const Mask query = first(node);
    if (has(node, "mask") || by_keyword(node, "mask"))
      return set(node.outputs[0], by_keyword(node, "mask") ? value(node, "mask.0") : query);
    for (const char* at : {"0", "1"}) {
      const Mask own = mask(value(node, std::string("inputs.") + at));
      if (!own.empty()) add_argument(node, std::string("mask.") + at, own);
    }
    set(node.outputs[0], query);
  }

  // Keras 3: a time step is masked where it is masked in all inputs; if one has no mask, there is
  // none. Keras 2: where it is masked in an input; those without masks do not count. Concatenate
  // takes an input without a mask as not masked.
  void merge(onnx::Node& node) {
    std::vector<Mask> all;
    for (std::size_t i = 0; i < names(node).size(); ++i) all.push_back(mask(node.inputs[i]));
    const std::size_t given =
        all.size() - static_cast<std::size_t>(std::count(all.begin(), all.end(), Mask()));
    const bool joins = node.op_type == "Concatenate";
    if (given == 0 || (!joins && !is_old(node) && given < all.size())) return;
    std::vector<Mask> present = all;
    std::erase(present, Mask());
    if (!joins && std::count(present.begin(), present.end(), present[0]) == std::ssize(present))
      return set(node.outputs[0], present[0]);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].empty()) add_argument(node, "mask." + std::to_string(i), all[i]);
    }
    give_mask(node);
  }

  // The layer inside TimeDistributed gets the mask of a time step, which few layers can read.
  void inner(onnx::Node& node) {
    const Mask own = has(node, "mask") ? value(node, "mask") : first(node);
    if (own.empty()) return;
    switch (kind_of(text_attribute(node, "layer.class_name"))) {
      case Kind::recurrent:
      case Kind::heads:
      case Kind::grouped:
      case Kind::scores:
      case Kind::reads:
      case Kind::reads_same:
      case Kind::inner: refuse(node, own); break;
      default: break;
    }
    set(node.outputs[0], carried(node, first(node)));
  }

  const std::unordered_set<std::string>& functions_;
  const Keywords& keywords_;
  std::unordered_map<std::string, Mask> masks_;          // by the first name of a tensor
  std::unordered_map<std::string, std::string> tensor_;  // that name, of values which are the same
};

}  // namespace

void pass_masks(std::vector<onnx::Node>& nodes, const std::vector<std::size_t>& order,
                const std::unordered_set<std::string>& functions, const Keywords& keywords) {
  MaskPass pass(functions, keywords);
  for (const std::size_t i : order) pass.visit(nodes[i]);
}

}  // namespace ng::keras
