// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/open_dimensions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/frontends/onnx_export/graph_writer.h"
#include "engine/frontends/onnx_export/ramp.h"

namespace ng::onnx {
namespace {

using Integers = std::vector<std::int64_t>;

Shape shape_of(const ValueInfo& value) {
  Shape shape;
  for (const Dimension& dimension : *value.dims) shape.push_back(dimension.length.value_or(0));
  return shape;
}

Integers integers_of(const Tensor& tensor) {
  Integers values(tensor.elements.size() / sizeof(std::int64_t));
  tensor.elements.read(0, std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<std::byte> element(const Tensor& tensor, std::int64_t at) {
  std::vector<std::byte> bytes(tensor.elements.size() / static_cast<std::size_t>(tensor.size()));
  tensor.elements.read(static_cast<std::size_t>(at) * bytes.size(), bytes);
  return bytes;
}

// The value of all elements; nullopt if there are several, or none.
std::optional<std::vector<std::byte>> only_value(const Tensor& tensor) {
  if (tensor.size() == 0) return std::nullopt;
  std::vector<std::byte> first = element(tensor, 0);
  for (std::int64_t i = 1; i < tensor.size(); ++i)
    if (element(tensor, i) != first) return std::nullopt;
  return first;
}

bool is_list(const Tensor& tensor) {
  return tensor.type == ElementType::i64 && tensor.dims.size() <= 1;
}

bool is_equal(const Attribute& a, const Attribute& b) {
  return a.name == b.name && a.kind == b.kind && a.f == b.f && a.i == b.i && a.s == b.s &&
         a.floats == b.floats && a.ints == b.ints && a.strings == b.strings && !a.t == !b.t &&
         !a.g == !b.g;
}

}  // namespace

// The facts of another model, as long as that is the same but for its lengths.
class OpenDimensions::Comparison {
 public:
  explicit Comparison(Lengths& facts) : facts_(facts) {}

  // Returns what differs; empty: lengths only.
  std::string of(const Graph& a, const Graph& b) {
    if (a.inputs.size() != b.inputs.size() || a.initializers.size() != b.initializers.size() ||
        a.nodes.size() != b.nodes.size() || a.outputs.size() != b.outputs.size())
      return first_other(a, b);
    for (std::size_t i = 0; i < a.inputs.size(); ++i) {
      names_[a.inputs[i].name] = b.inputs[i].name;
      if (!add_shape(a.inputs[i], b.inputs[i])) return "the input " + quote(a.inputs[i].name);
    }
    for (std::size_t i = 0; i < a.initializers.size(); ++i)
      if (!add_constant(a.initializers[i], b.initializers[i]))
        return "the constant " + quote(a.initializers[i].name);
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
      if (std::string found = of(a.nodes[i], b.nodes[i]); !found.empty()) return found;
    return of_values(a, b);
  }

 private:
  // What one of two graphs has more.
  static std::string first_other(const Graph& a, const Graph& b) {
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
      if (i >= b.nodes.size() || a.nodes[i].op_type != b.nodes[i].op_type)
        return "the op " + quote(a.nodes[i].name);
    if (b.nodes.size() > a.nodes.size())
      return "the op " + quote(b.nodes[a.nodes.size()].name) + " at another length";
    return "the constants of " + quote(a.name);
  }

  bool add_shape(const ValueInfo& a, const ValueInfo& b) {
    facts_.shapes[a.name] = shape_of(b);
    return a.type == b.type && a.dims->size() == b.dims->size();
  }

  bool add_constant(const Tensor& a, const Tensor& b) {
    names_[a.name] = b.name;
    if (a.type != b.type || a.dims.size() != b.dims.size()) return false;
    if (a.dims != b.dims) {
      const auto value = only_value(a);
      if (value && value == only_value(b)) {
        facts_.fills[a.name] = b.dims;
        return true;
      }
      std::vector<bool> open;
      for (std::size_t i = 0; i < a.dims.size(); ++i) open.push_back(a.dims[i] != b.dims[i]);
      const std::optional<Ramp> ramp = ramp_of(a, open);
      facts_.counts[a.name] = b;
      return ramp && ramp == ramp_of(b, open);
    }
    if (a.elements == b.elements) return true;
    if (is_list(a)) facts_.integers[a.name] = integers_of(b);
    return is_list(a);
  }

  std::string of(const Node& a, const Node& b) {
    const bool alike = a.op_type == b.op_type && a.inputs.size() == b.inputs.size() &&
                       a.outputs.size() == b.outputs.size() &&
                       a.attributes.size() == b.attributes.size();
    if (!alike) return "the op " + quote(a.name);
    for (std::size_t i = 0; i < a.inputs.size(); ++i)
      if (!a.inputs[i].empty() && names_[a.inputs[i]] != b.inputs[i])
        return "an operand of " + quote(a.name);
    for (std::size_t i = 0; i < a.outputs.size(); ++i) names_[a.outputs[i]] = b.outputs[i];
    for (std::size_t i = 0; i < a.attributes.size(); ++i) {
      const Attribute &own = a.attributes[i], &other = b.attributes[i];
      if (!is_equal(own, other)) return quote(own.name) + " of " + quote(a.name);
      if (!own.g) continue;
      if (std::string found = of(*own.g, *other.g); !found.empty()) return found;
    }
    return {};
  }

  std::string of_values(const Graph& a, const Graph& b) {
    std::unordered_map<std::string, const ValueInfo*> others;
    for (const auto* list : {&b.values, &b.outputs})
      for (const ValueInfo& value : *list) others[value.name] = &value;
    for (const auto* list : {&a.values, &a.outputs}) {
      for (const ValueInfo& value : *list) {
        const auto other = others.find(names_[value.name]);
        if (other == others.end() || !add_shape(value, *other->second))
          return "the result " + quote(value.name);
      }
    }
    return {};
  }

  Lengths& facts_;
  std::unordered_map<std::string, std::string> names_;  // in the other model
};

// Rewrites the graphs of the model. A length is known by its values in all models.
class OpenDimensions::Rewriter {
 public:
  Rewriter(const Model& model, const std::vector<Lengths>& others) : others_(others) {
    collect(model.graph);
    name_inputs(model.graph);
  }

  void rewrite(Graph& graph) {
    add_constants(graph);
    for (const ValueInfo& input : graph.inputs) add_sources(input.name);
    for (Node& node : std::exchange(graph.nodes, {})) {
      for (std::size_t i = 0; i < node.inputs.size(); ++i) replace(node, i);
      rewrite_bodies(node);
      for (const std::string& result : node.outputs) add_sources(result);
      writer_.graph.nodes.push_back(std::move(node));
    }
    graph.nodes = std::move(writer_.graph.nodes);
    replace_constants(graph);
    for (auto* list : {&graph.inputs, &graph.outputs})
      for (ValueInfo& value : *list) set_dims(value);
  }

  // What knows a length that cannot be computed; empty: nothing.
  const std::string& obstacle() const { return obstacle_; }

 private:
  using Length = Integers;  // in the model, then in the others
  struct Source {
    std::string value;
    std::int64_t dimension = 0;
  };
  struct List {
    std::vector<Length> numbers;
    bool scalar = false;
  };
  struct Count {
    std::vector<Length> shape;
    ElementType type = ElementType::undefined;
    std::optional<Ramp> ramp;  // nullopt: it does not count in all models
  };

  static bool is_open(const Length& length) {
    return std::any_of(length.begin(), length.end(),
                       [&](std::int64_t each) { return each != length.front(); });
  }

  void collect(const Graph& graph) {
    for (const auto* list : {&graph.inputs, &graph.values, &graph.outputs}) {
      for (const ValueInfo& value : *list) {
        shapes_[value.name] = shape_of(value);
        writer_.take(value.name);
      }
    }
    for (const Tensor& tensor : graph.initializers) writer_.take(tensor.name);
    for (const Node& node : graph.nodes) {
      for (const std::string& output : node.outputs) writer_.take(output);
      for (const Attribute& attribute : node.attributes)
        if (attribute.g) collect(*attribute.g);
    }
  }

  // The lengths of the model's inputs that have a name of their own.
  void name_inputs(const Graph& graph) {
    for (const ValueInfo& input : graph.inputs) {
      for (const Length& length : lengths_of(input.name)) {
        std::set<std::string> changed_by;
        for (std::size_t k = 0; k < others_.size(); ++k)
          if (length[k + 1] != length[0]) changed_by.insert(others_[k].symbol);
        if (changed_by.size() == 1) symbols_.try_emplace(length, *changed_by.begin());
      }
    }
  }

  std::vector<Length> lengths_of(const std::string& value) const {
    const auto own = shapes_.find(value);
    if (own == shapes_.end()) return {};
    std::vector<Length> lengths;
    for (std::size_t i = 0; i < own->second.size(); ++i) {
      lengths.push_back({own->second[i]});
      for (const Lengths& other : others_) {
        const auto found = other.shapes.find(value);
        if (found == other.shapes.end()) return {};
        lengths[i].push_back(found->second.at(i));
      }
    }
    return lengths;
  }

  // The numbers `own`, and those that other models have instead; empty if all have the same.
  template <class Facts>
  std::vector<Length> varying(const Integers& own, Facts facts, const std::string& name) const {
    std::vector<Length> lengths;
    bool varies = false;
    for (std::size_t i = 0; i < own.size(); ++i) {
      lengths.push_back({own[i]});
      for (const Lengths& other : others_) {
        const auto found = (other.*facts).find(name);
        const bool differs = found != (other.*facts).end();
        lengths[i].push_back(differs ? found->second.at(i) : own[i]);
        varies |= differs;
      }
    }
    return varies ? lengths : std::vector<Length>{};
  }

  void add_constants(const Graph& graph) {
    for (const Tensor& tensor : graph.initializers) {
      auto shape = varying({tensor.dims.begin(), tensor.dims.end()}, &Lengths::fills, tensor.name);
      if (!shape.empty()) fills_[tensor.name] = {std::move(shape), tensor};
      add_count(tensor);
      if (!is_list(tensor)) continue;
      auto numbers = varying(integers_of(tensor), &Lengths::integers, tensor.name);
      if (!numbers.empty()) constants_[tensor.name] = {std::move(numbers), tensor.dims.empty()};
    }
  }

  // An array that counts along the axes whose lengths vary in any model.
  void add_count(const Tensor& tensor) {
    std::vector<const Tensor*> all{&tensor};
    bool varies = false;
    for (const Lengths& other : others_) {
      const auto found = other.counts.find(tensor.name);
      varies |= found != other.counts.end();
      all.push_back(found == other.counts.end() ? &tensor : &found->second);
    }
    if (!varies) return;
    Count& count = counts_[tensor.name];
    std::vector<bool> open;
    for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
      Length& length = count.shape.emplace_back();
      for (const Tensor* each : all) length.push_back(each->dims[i]);
      open.push_back(is_open(length));
    }
    count.type = tensor.type;
    count.ramp = ramp_of(tensor, open);
    for (const Tensor* each : all)
      if (count.ramp && each != &tensor && ramp_of(*each, open) != count.ramp) count.ramp.reset();
  }

  void add_sources(const std::string& value) {
    const std::vector<Length> lengths = lengths_of(value);
    for (std::size_t i = 0; i < lengths.size(); ++i)
      if (is_open(lengths[i]))
        sources_.try_emplace(lengths[i], Source{value, static_cast<std::int64_t>(i)});
  }

  // One value over a shape that varies.
  std::string filled(const std::string& name) {
    const auto& [shape, tensor] = fills_.at(name);
    const std::string lengths = computed(shape, name);
    if (lengths.empty()) return {};
    Tensor value;
    value.name = writer_.distinct(name + ".value");
    value.type = tensor.type;
    value.elements = element(tensor, 0);
    writer_.graph.initializers.push_back(value);
    return writer_.add("Expand", {value.name, lengths}, {}, name + ".expanded");
  }

  // A tensor of these numbers.
  std::string numbers(const Integers& values, const Shape& shape, ElementType type,
                      const std::string& like) {
    Tensor tensor;
    tensor.name = writer_.distinct(like);
    tensor.type = ElementType::i64;
    tensor.dims = shape;
    const auto bytes = std::as_bytes(std::span(values));
    tensor.elements = std::vector<std::byte>(bytes.begin(), bytes.end());
    writer_.graph.initializers.push_back(tensor);
    return of_type(tensor.name, type, like);
  }

  std::string of_type(const std::string& value, ElementType type, const std::string& like) {
    if (type == ElementType::i64) return value;
    const auto to = static_cast<std::int64_t>(type);
    return writer_.add("Cast", {value}, {integer_attribute("to", to)}, like);
  }

  // 0, 1, 2 … along an axis of so many; empty if nothing has that length.
  std::string counted(const Count& count, std::size_t axis, const std::string& name) {
    const std::string length = computed({count.shape[axis]}, name);
    if (length.empty()) return {};
    const std::string limit = writer_.add("Squeeze", {length}, {}, name + ".count");
    const std::string range = writer_.add(
        "Range", {writer_.number(0, name + ".first"), limit, writer_.number(1, name + ".step")}, {},
        name + ".range");
    Integers along(count.shape.size(), 1);
    along[axis] = -1;
    return of_type(writer_.add("Reshape", {range, writer_.integers(along, name + ".along")}, {},
                               name + ".along"),
                   count.type, name + ".along");
  }

  // The start, and for each axis its steps times the position along it.
  std::string counted(const std::string& name) {
    const Count& count = counts_.at(name);
    if (!count.ramp) return {};
    const auto& [closed, start, steps] = *count.ramp;
    std::string sum = numbers(start, closed, count.type, name + ".start");
    for (const auto& [axis, step] : steps) {
      const std::string along = counted(count, axis, name);
      if (along.empty()) return {};
      const std::string by = numbers(step, closed, count.type, name + ".steps");
      sum = writer_.add("Add", {sum, writer_.add("Mul", {along, by}, {}, name + ".moved")}, {},
                        name + ".counted");
    }
    const std::string lengths = computed(count.shape, name);
    return lengths.empty() ? "" : writer_.add("Expand", {sum, lengths}, {}, name + ".expanded");
  }

  // An operand that varies.
  void replace(Node& node, std::size_t at) {
    const bool fills = fills_.contains(node.inputs[at]);
    if (fills || counts_.contains(node.inputs[at])) {
      const std::string made = fills ? filled(node.inputs[at]) : counted(node.inputs[at]);
      if (made.empty()) obstacle_ = "the constant " + quote(node.inputs[at]);
      if (!made.empty()) node.inputs[at] = made;
      return;
    }
    const auto found = constants_.find(node.inputs[at]);
    if (found == constants_.end()) return;
    const std::string name = node.inputs[at];
    const auto is = [&](const char* op, std::size_t operand) {
      return node.op_type == op && at == operand;
    };
    std::vector<Length> lengths = found->second.numbers;
    if (is("Reshape", 1)) simplify_shape(node, lengths);
    if (is("Slice", 1) || is("Slice", 2)) count_from_end(node, lengths);
    std::string made = computed(lengths, name);
    if (!made.empty() && found->second.scalar)
      made = writer_.add("Squeeze", {made}, {}, name + ".number");
    if (made.empty())
      obstacle_ = "operand " + std::to_string(at) + " of " + quote(node.name);
    else
      node.inputs[at] = made;
  }

  // The operand's own length is 0, and one that follows from the others -1.
  void simplify_shape(const Node& node, std::vector<Length>& lengths) const {
    const std::size_t models = others_.size() + 1;
    const bool zeros = std::any_of(lengths.begin(), lengths.end(), [](const Length& each) {
      return std::find(each.begin(), each.end(), 0) != each.end();
    });
    if (zeros) return;
    const std::vector<Length> given = lengths_of(node.inputs[0]);
    std::vector<Length> made = lengths;
    std::size_t open = 0, last = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (!is_open(made[i])) continue;
      if (i < given.size() && given[i] == made[i]) {
        made[i] = Length(models, 0);
      } else {
        ++open;
        last = i;
      }
    }
    if (open == 1) made[last] = Length(models, -1);
    if (open <= 1) lengths = made;
  }

  // Bounds that are as far from the end in all models.
  void count_from_end(const Node& node, std::vector<Length>& lengths) const {
    const std::vector<Length> given = lengths_of(node.inputs[0]);
    for (std::size_t i = 0; i < lengths.size() && i < given.size(); ++i) {
      if (!is_open(lengths[i])) continue;
      Length from_end;
      for (std::size_t k = 0; k < lengths[i].size(); ++k)
        from_end.push_back(lengths[i][k] - given[i][k]);
      if (is_open(from_end) || from_end[0] > 0) continue;
      if (from_end[0] == 0) from_end.assign(from_end.size(), end);
      lengths[i] = std::move(from_end);
    }
  }

  // A length as a value of the graph: that of something, a multiple of one with a difference, or
  // the product of two. Empty if it is none of these.
  std::string length_of(const Length& length, const std::string& like) {
    if (const auto source = sources_.find(length); source != sources_.end())
      return length_of(source->second, like);
    for (const bool differs : {false, true})
      for (const auto& [known, source] : sources_)
        if (const auto by = multiple(length, known); by && (by->second != 0) == differs)
          return combined("Add", combined("Mul", length_of(source, like), by->first, 1, like),
                          by->second, 0, like);
    for (const auto& [a, of_a] : sources_)
      for (const auto& [b, of_b] : sources_)
        if (is_product(length, a, b))
          return writer_.add("Mul", {length_of(of_a, like), length_of(of_b, like)}, {},
                             like + ".product");
    return {};
  }

  std::string length_of(const Source& source, const std::string& like) {
    return writer_.add("Shape", {source.value},
                       {integer_attribute("start", source.dimension),
                        integer_attribute("end", source.dimension + 1)},
                       like + ".length");
  }

  std::string combined(const char* op, const std::string& value, std::int64_t by,
                       std::int64_t neutral, const std::string& like) {
    if (by == neutral) return value;
    return writer_.add(op, {value, writer_.integers({by}, like + ".by")}, {}, like + ".length");
  }

  // How often `known` is in `length`, and what is left, if that is the same in all models.
  static std::optional<std::pair<std::int64_t, std::int64_t>> multiple(const Length& length,
                                                                       const Length& known) {
    for (std::size_t k = 1; k < known.size(); ++k) {
      if (known[k] == known[0]) continue;
      const std::int64_t times = (length[k] - length[0]) / (known[k] - known[0]);
      const std::int64_t rest = length[0] - times * known[0];
      for (std::size_t m = 0; m < known.size(); ++m)
        if (length[m] != times * known[m] + rest) return std::nullopt;
      return std::pair(times, rest);
    }
    return std::nullopt;
  }

  static bool is_product(const Length& length, const Length& a, const Length& b) {
    for (std::size_t k = 0; k < length.size(); ++k)
      if (length[k] != a[k] * b[k]) return false;
    return true;
  }

  // The integers as a value of the graph; empty if nothing has one of them as a length.
  std::string computed(const std::vector<Length>& lengths, const std::string& like) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < lengths.size();) {
      Integers set;
      while (i < lengths.size() && !is_open(lengths[i])) set.push_back(lengths[i++].front());
      if (!set.empty()) parts.push_back(writer_.integers(set, like + ".set"));
      if (i == lengths.size()) break;
      parts.push_back(length_of(lengths[i++], like));
      if (parts.back().empty()) return {};
    }
    if (parts.size() == 1) return parts[0];
    return writer_.add("Concat", parts, {integer_attribute("axis", 0)}, like + ".lengths");
  }

  // A body sees what comes before its loop.
  void rewrite_bodies(Node& node) {
    for (Attribute& attribute : node.attributes) {
      if (!attribute.g) continue;
      auto body = std::make_shared<Graph>(*attribute.g);
      const auto sources = sources_;
      Graph outside = std::exchange(writer_.graph, {});
      rewrite(*body);
      writer_.graph = std::move(outside);
      sources_ = sources;
      attribute.g = std::move(body);
    }
  }

  // Those that vary, by those of the new nodes.
  void replace_constants(Graph& graph) {
    std::erase_if(graph.initializers, [&](const Tensor& tensor) {
      return constants_.contains(tensor.name) || fills_.contains(tensor.name) ||
             counts_.contains(tensor.name);
    });
    std::vector<Tensor> made = std::exchange(writer_.graph.initializers, {});
    std::move(made.begin(), made.end(), std::back_inserter(graph.initializers));
  }

  // A dimension that only this symbol changes, of an input, has its name.
  void set_dims(ValueInfo& value) const {
    const std::vector<Length> lengths = lengths_of(value.name);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (!is_open(lengths[i])) continue;
      Dimension& dimension = value.dims->at(i);
      dimension.length.reset();
      const auto named = symbols_.find(lengths[i]);
      if (named != symbols_.end()) dimension.symbol = named->second;
    }
  }

  static constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();

  const std::vector<Lengths>& others_;
  std::map<std::string, Shape> shapes_;
  std::map<std::string, List> constants_;
  std::map<std::string, std::pair<std::vector<Length>, Tensor>> fills_;
  std::map<std::string, Count> counts_;
  std::map<Length, Source> sources_;  // what has such a length
  std::map<Length, std::string> symbols_;
  GraphWriter writer_;  // of the new nodes of the graph that is rewritten
  std::string obstacle_;
};

std::string OpenDimensions::open(const std::string& symbol, const Model& other) {
  Lengths& facts = others_.emplace_back();
  facts.symbol = symbol;
  std::string found = Comparison(facts).of(model_.graph, other.graph);
  if (found.empty()) {
    Rewriter rewriter(model_, others_);
    Graph graph = model_.graph;
    rewriter.rewrite(graph);
    found = rewriter.obstacle();
  }
  if (!found.empty())
    std::erase_if(others_, [&symbol](const Lengths& each) { return each.symbol == symbol; });
  return found;
}

Model OpenDimensions::result() const {
  Model made = model_;
  Rewriter rewriter(model_, others_);
  rewriter.rewrite(made.graph);
  return made;
}

}  // namespace ng::onnx
