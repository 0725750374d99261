// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/view_writes.h"

#include <algorithm>
#include <string_view>

#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/frontends/pytorch/complex_values.h"
#include "engine/frontends/pytorch/conversion/op_names.h"
#include "engine/frontends/pytorch/node_arguments.h"

namespace ng::pytorch {
namespace {

constexpr std::string_view aten = "torch.ops.aten.";

// Always views. Sorted, as the next.
constexpr std::string_view always[] = {
    "_conj",     "alias",     "chunk",           "detach",           "diagonal", "expand",
    "expand_as", "mT",        "movedim",         "narrow",           "numpy_T",  "permute",
    "select",    "slice",     "split",           "split_with_sizes", "squeeze",  "swapaxes",
    "t",         "transpose", "unbind",          "unflatten",        "unfold",   "unsqueeze",
    "view",      "view_as",   "view_as_complex", "view_as_real"};
// Views of row-major tensors.
constexpr std::string_view of_row_major[] = {"contiguous", "flatten", "reshape", "reshape_as"};
constexpr std::string_view own_inverse[] = {"mT", "numpy_T", "swapaxes", "t", "transpose"};
constexpr std::string_view regrouping[] = {"contiguous", "flatten", "reshape",
                                           "reshape_as", "squeeze", "unflatten",
                                           "unsqueeze",  "view",    "view_as"};
constexpr std::string_view as_they_are[] = {"alias", "detach", "to", "view_as_complex",
                                            "view_as_real"};

template <std::size_t count>
bool contains(const std::string_view (&list)[count], std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

Argument tensor_argument(const char* name, const std::string& value) {
  Argument made;
  made.name = name;
  made.kind = ArgumentKind::value;
  made.values = {value};
  return made;
}

Argument integers_argument(const char* name, std::vector<std::int64_t> values) {
  Argument made;
  made.name = name;
  made.kind = ArgumentKind::integers;
  made.integers = std::move(values);
  return made;
}

Argument integer_argument(const char* name, std::int64_t value) {
  Argument made;
  made.name = name;
  made.kind = ArgumentKind::integer;
  made.integers = {value};
  return made;
}

std::optional<std::int64_t> length_of(const std::string& value, std::int64_t dim,
                                      const ValueFacts& facts) {
  const auto type = facts.types.find(value);
  if (type == facts.types.end() || !type->second.dims) return std::nullopt;
  const auto& dims = *type->second.dims;
  if (dim < 0) dim += std::ssize(dims);
  if (dim < 0 || dim >= std::ssize(dims)) return std::nullopt;
  return dims[static_cast<std::size_t>(dim)].length;
}

// The node that writes back one view.
class Inverse {
 public:
  Inverse(const Node& view, std::size_t output, const ValueFacts& facts)
      : view_(view),
        output_(output),
        facts_(facts),
        parent_(view.arguments[0].values[0]),
        value_(view.outputs[output]) {
    made_.module = view.module;
    made_.source = view.source;
    made_.outputs = {parent_};
  }

  std::optional<Node> node() {
    const std::string_view name = aten_name(view_);
    if (contains(as_they_are, name)) return made_;
    if (name == "slice") return scattered("slice_scatter", view_rest());
    if (name == "select") return scattered("select_scatter", view_rest());
    if (name == "unbind")
      return scattered("select_scatter", {dim(), integer_argument("index", std::int64_t(output_))});
    if (name == "narrow") return narrowed();
    if (name == "chunk" || name == "split" || name == "split_with_sizes") return parted();
    if (contains(regrouping, name))
      return transformed("reshape_as", {tensor_argument("other", parent_)});
    if (contains(own_inverse, name)) return transformed(name, view_rest());
    if (name == "permute") return permuted();
    return name == "movedim" ? moved() : std::nullopt;
  }

 private:
  std::vector<Argument> view_rest() const {
    return {view_.arguments.begin() + 1, view_.arguments.end()};
  }

  Argument dim() const {
    return integer_argument("dim", literal_integer(view_, "dim").value_or(0));
  }

  Node transformed(std::string_view op, std::vector<Argument> rest) {
    made_.target = std::string(aten) + std::string(op) + ".default";
    made_.arguments = {tensor_argument("self", value_)};
    made_.arguments.insert(made_.arguments.end(), rest.begin(), rest.end());
    return made_;
  }

  Node scattered(std::string_view op, std::vector<Argument> rest) {
    made_.target = std::string(aten) + std::string(op) + ".default";
    made_.arguments = {tensor_argument("self", parent_), tensor_argument("src", value_)};
    made_.arguments.insert(made_.arguments.end(), rest.begin(), rest.end());
    return made_;
  }

  Node part(std::int64_t begin, std::int64_t end) {
    return scattered("slice_scatter",
                     {dim(), integer_argument("start", begin), integer_argument("end", end)});
  }

  std::optional<Node> narrowed() {
    auto start = literal_integer(view_, "start");
    const auto length = literal_integer(view_, "length");
    if (start && *start < 0) {
      const auto have = length_of(parent_, dim().integers[0], facts_);
      start = have ? std::optional(*start + *have) : std::nullopt;
    }
    if (!start || !length || *start < 0) return std::nullopt;
    return part(*start, *start + *length);
  }

  std::optional<Node> parted() {
    std::int64_t begin = 0;
    for (std::size_t i = 0; i <= output_; ++i) {
      const auto length = length_of(view_.outputs[i], dim().integers[0], facts_);
      if (!length) return std::nullopt;
      if (i == output_) return part(begin, begin + *length);
      begin += *length;
    }
    return std::nullopt;
  }

  std::optional<Node> permuted() {
    const Argument* dims = find_argument(view_, "dims");
    if (!dims || dims->kind != ArgumentKind::integers) return std::nullopt;
    const std::int64_t rank = std::ssize(dims->integers);
    std::vector<std::int64_t> back(dims->integers.size());
    for (std::int64_t i = 0; i < rank; ++i) {
      const std::int64_t from = dims->integers[static_cast<std::size_t>(i)];
      const std::int64_t at = from < 0 ? from + rank : from;
      if (at < 0 || at >= rank) return std::nullopt;
      back[static_cast<std::size_t>(at)] = i;
    }
    return transformed("permute", {integers_argument("dims", back)});
  }

  std::optional<Node> moved() {
    const Argument *from = find_argument(view_, "source"),
                   *to = find_argument(view_, "destination");
    if (!from || !to) return std::nullopt;
    Argument source = *to, destination = *from;
    source.name = "source";
    destination.name = "destination";
    return transformed("movedim", {source, destination});
  }

  const Node& view_;
  std::size_t output_;
  const ValueFacts& facts_;
  const std::string &parent_, &value_;
  Node made_;
};

bool has_parent(const Node& node) {
  return !node.arguments.empty() && node.arguments[0].kind == ArgumentKind::value &&
         node.arguments[0].values.size() == 1;
}

// A conversion to its own type returns its argument.
Sharing sharing_of_conversion(const Node& node, const ValueFacts& facts) {
  const auto from = facts.types.find(node.arguments[0].values[0]);
  const auto to = node.outputs.empty() ? facts.types.end() : facts.types.find(node.outputs[0]);
  if (from == facts.types.end() || to == facts.types.end()) return Sharing::uncertain;
  if (from->second.type != to->second.type) return Sharing::none;
  const bool plain = std::all_of(node.arguments.begin(), node.arguments.end(), [](const auto& a) {
    return a.name == "self" || a.name == "dtype" || a.name == "other";
  });
  return plain ? Sharing::certain : Sharing::uncertain;
}

// Of an op of this namespace.
bool is_imported(const Node& node) {
  const std::string op_type = op_type_of(node.target);
  return find_row(op_type) || find_complex_row(op_type);
}

}  // namespace

Sharing sharing_of(const Node& node, const ValueFacts& facts) {
  const std::string_view name = aten_name(node);
  if (name.empty() || !has_parent(node)) return Sharing::none;
  if (!is_imported(node)) return Sharing::uncertain;
  if (!is_view("aten." + std::string(name))) return Sharing::none;
  if (contains(always, name)) return Sharing::certain;
  if (name == "to") return sharing_of_conversion(node, facts);
  const bool converts = name == "contiguous" && node.arguments.size() > 1;  // to another layout
  const bool row_major = facts.row_major.contains(node.arguments[0].values[0]) && !converts;
  return contains(of_row_major, name) && row_major ? Sharing::certain : Sharing::uncertain;
}

std::optional<Node> written_back(const Node& view, std::size_t output, const ValueFacts& facts) {
  return Inverse(view, output, facts).node();
}

}  // namespace ng::pytorch
