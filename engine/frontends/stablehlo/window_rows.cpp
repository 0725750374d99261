// SPDX-License-Identifier: Apache-2.0
// Convolutions, reductions of windows, and the gradient of a maximum in windows.
#include <algorithm>
#include <cmath>

#include "engine/frontends/stablehlo/indexed_windows.h"

namespace ng::stablehlo {
namespace {

// The dimensions of an image, a filter or a result: two by letter, and the spatial ones by number.
struct Layout {
  std::int64_t first = -1, second = -1;
  Integers spatial;

  // First, second, spatial …
  Integers order() const {
    Integers made{first, second};
    made.insert(made.end(), spatial.begin(), spatial.end());
    return made;
  }
};

// "[b, 0, 1, f]"
Layout layout_of(std::string_view text, char first, char second) {
  Layout made;
  made.spatial.resize(static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1, -1);
  std::int64_t at = 0;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ' ') continue;
    if (c == ',') {
      ++at;
      continue;
    }
    if (c == first) made.first = at;
    if (c == second) made.second = at;
    if (c >= '0' && c <= '9' && c - '0' < std::ssize(made.spatial))
      made.spatial[static_cast<std::size_t>(c - '0')] = at;
  }
  if (made.spatial.size() < 2) NodeContext::refuse("its dimension numbers cannot be read");
  made.spatial.resize(made.spatial.size() - 2);
  inverse_of(made.order());  // refuses other numbers
  return made;
}

struct Layouts {
  Layout image, filter, result;
};

// "[b, 0, f]x[0, i, o]->[b, 0, f]"
Layouts layouts_of(const NodeContext& n) {
  const std::string text = n.text("dimension_numbers", "");
  const std::size_t filter = text.find('x'), result = text.find("->");
  if (filter == text.npos || result == text.npos || result < filter)
    NodeContext::refuse("its dimension numbers cannot be read");
  const std::string_view all = text;
  return {layout_of(all.substr(0, filter), 'b', 'f'),
          layout_of(all.substr(filter + 1, result - filter - 1), 'o', 'i'),
          layout_of(all.substr(result + 2), 'b', 'f')};
}

// [[before, after], …] as all before, then all after.
Integers paired(const Integers& pairs, std::size_t spatial) {
  NodeContext::need_count("its padding", pairs.size(), 2 * spatial);
  Integers pads(2 * spatial);
  for (std::size_t i = 0; i < spatial; ++i) {
    pads[i] = pairs[2 * i];
    pads[i + spatial] = pairs[2 * i + 1];
  }
  return pads;
}

Integers pads_of(const NodeContext& n, std::size_t spatial) {
  return paired(list_of(n, "padding", 2 * spatial, 0), spatial);
}

// Negative padding cuts the image before.
ItemPtr cut(NodeContext& n, const ItemPtr& x, Integers& pads) {
  const std::size_t spatial = pads.size() / 2;
  Integers all(2 * (spatial + 2), 0);
  for (std::size_t i = 0; i < pads.size(); ++i) {
    if (pads[i] >= 0) continue;
    all[i + (i < spatial ? 2 : 4)] = pads[i];
    pads[i] = 0;
  }
  return padded(n, x, all, like(x, 0));
}

// Batches of several groups become groups of channels: (g × n, c, …) as (n, g × c, …).
ItemPtr batches_as_channels(NodeContext& n, const ItemPtr& x, std::int64_t groups) {
  Integers shape = shape_of(x);
  if (groups < 1 || shape[0] % groups != 0)
    NodeContext::refuse("its batch_group_count does not divide its batch");
  const std::int64_t batch = shape[0] / groups, channels = shape[1];
  Integers apart{groups, batch};
  apart.insert(apart.end(), shape.begin() + 1, shape.end());
  Integers order = others({}, std::ssize(apart));
  std::swap(order[0], order[1]);
  shape[0] = batch;
  shape[1] = groups * channels;
  return reshaped(n, transposed(n, reshaped(n, x, apart), order), shape);
}

void convolution(NodeContext& n) {
  const Layouts layouts = layouts_of(n);
  const std::size_t spatial = layouts.image.spatial.size();
  if (spatial < 1 || layouts.filter.spatial.size() != spatial ||
      layouts.result.spatial.size() != spatial)
    NodeContext::refuse("its dimension numbers have no or different spatial dimensions");
  const DType type = result_type(n);
  ItemPtr x = transposed(n, cast(n, operand(n, 0), type), layouts.image.order());
  ItemPtr w = transposed(n, cast(n, operand(n, 1), type), layouts.filter.order());
  const Integers spread_by = list_of(n, "lhs_dilation", spatial, 1),
                 turned = list_of(n, "window_reversal", spatial, 0);
  Integers backwards;
  for (std::size_t i = 0; i < spatial; ++i) {
    const auto dim = static_cast<std::int64_t>(i) + 2;
    if (spread_by[i] < 1) NodeContext::refuse("its dilation is below 1");
    x = spread(n, x, dim, spread_by[i], like(x, 0));
    if (turned[i] != 0) backwards.push_back(dim);
  }
  w = reversed(n, w, backwards);
  Integers pads = n.has(2) ? paired(n.integers(2, "its padding"), spatial) : pads_of(n, spatial);
  x = cut(n, x, pads);
  std::int64_t groups = n.integer("feature_group_count", 1);
  const std::int64_t batch_groups = n.integer("batch_group_count", 1);
  if (batch_groups != 1) {
    if (groups != 1) NodeContext::refuse("it has groups of batches and of channels");
    x = batches_as_channels(n, x, batch_groups);
    groups = batch_groups;
  }
  const ItemPtr made = step(n, "Conv", {x, w},
                            {attribute("strides", list_of(n, "window_strides", spatial, 1)),
                             attribute("dilations", list_of(n, "rhs_dilation", spatial, 1)),
                             attribute("pads", pads), attribute("group", groups)});
  give(n, transposed(n, made, inverse_of(layouts.result.order())));
}

// Windows over the dimensions in which they are longer than 1, or are moved or padded.
struct Windows {
  Integers order;  // the other dimensions, then these
  Integers kernel, strides, dilations, pads;
  std::size_t rank = 0;
  std::int64_t size() const { return element_count(Shape(kernel.begin(), kernel.end())); }
};

// By dimension; the padding as all before, then all after.
struct WindowLists {
  Integers kernel, strides, dilations, base, pads;
};

WindowLists attribute_lists(const NodeContext& n, std::size_t rank) {
  return {list_of(n, "window_dimensions", rank, 1), list_of(n, "window_strides", rank, 1),
          list_of(n, "window_dilations", rank, 1), list_of(n, "base_dilations", rank, 1),
          pads_of(n, rank)};
}

WindowLists operand_lists(NodeContext& n, std::size_t rank) {
  const auto list = [&](std::size_t i, const char* what) {
    const Integers found = n.integers(i, what);
    NodeContext::need_count(what, found.size(), rank);
    return found;
  };
  return {list(2, "its window_dimensions"), list(3, "its window_strides"),
          list(5, "its window_dilations"), list(4, "its base_dilations"),
          paired(n.integers(6, "its padding"), rank)};
}

Windows windows_of(const WindowLists& lists) {
  const auto& [kernel, strides, dilations, base, pads] = lists;
  const std::size_t rank = kernel.size();
  Windows made;
  made.rank = rank;
  Integers spatial, ends;
  for (std::size_t i = 0; i < rank; ++i) {
    if (base[i] != 1) NodeContext::refuse("its base is dilated");
    if (pads[i] < 0 || pads[i + rank] < 0) NodeContext::refuse("its padding is negative");
    if (kernel[i] == 1 && strides[i] == 1 && pads[i] == 0 && pads[i + rank] == 0) {
      made.order.push_back(static_cast<std::int64_t>(i));
      continue;
    }
    spatial.push_back(static_cast<std::int64_t>(i));
    made.kernel.push_back(kernel[i]);
    made.strides.push_back(strides[i]);
    made.dilations.push_back(dilations[i]);
    made.pads.push_back(pads[i]);
    ends.push_back(pads[i + rank]);
  }
  if (spatial.size() > 3) NodeContext::refuse("its windows have more than 3 dimensions");
  made.order.insert(made.order.end(), spatial.begin(), spatial.end());
  made.pads.insert(made.pads.end(), ends.begin(), ends.end());
  return made;
}

// (batch, channels, spatial …)
ItemPtr as_image(NodeContext& n, const ItemPtr& x, const Windows& windows) {
  const ItemPtr moved = transposed(n, x, windows.order);
  const std::size_t others = windows.rank - windows.kernel.size();
  if (others == 2) return moved;
  Integers shape = shape_of(moved);
  const auto middle = shape.begin() + static_cast<std::ptrdiff_t>(others);
  const std::int64_t batch = element_count(Shape(shape.begin(), middle));
  shape.erase(shape.begin(), middle);
  shape.insert(shape.begin(), {batch, 1});
  return reshaped(n, moved, shape);
}

// The reverse, of the windows' results.
ItemPtr from_image(NodeContext& n, const ItemPtr& made, const ItemPtr& x, const Windows& windows) {
  Integers shape = shape_of(x), spatial = shape_of(made), moved;
  const std::size_t others = windows.rank - windows.kernel.size();
  for (std::size_t i = 0; i < others; ++i)
    moved.push_back(shape[static_cast<std::size_t>(windows.order[i])]);
  moved.insert(moved.end(), spatial.begin() + 2, spatial.end());
  return transposed(n, reshaped(n, made, moved), inverse_of(windows.order));
}

Attributes attributes_of(const Windows& windows) {
  return {attribute("kernel_shape", windows.kernel), attribute("strides", windows.strides),
          attribute("dilations", windows.dilations), attribute("pads", windows.pads)};
}

// Windows from the begin up to each element, or from it to the end.
std::optional<bool> runs_backwards(const Windows& windows, const Integers& shape) {
  if (windows.kernel.size() != 1 || windows.strides[0] != 1 || windows.dilations[0] != 1)
    return std::nullopt;
  const std::int64_t length = shape[static_cast<std::size_t>(windows.order.back())];
  if (windows.kernel[0] != length) return std::nullopt;
  if (windows.pads[0] == length - 1 && windows.pads[1] == 0) return false;
  if (windows.pads[0] == 0 && windows.pads[1] == length - 1) return true;
  return std::nullopt;
}

ItemPtr pooled(NodeContext& n, const ItemPtr& x, const Windows& windows, const char* op,
               Attributes more = {}) {
  Attributes attributes = attributes_of(windows);
  attributes.insert(attributes.end(), more.begin(), more.end());
  return from_image(n, step(n, op, {as_image(n, x, windows)}, attributes), x, windows);
}

constexpr std::pair<std::string_view, const char*> window_functions[] = {
    {"add", "Add"}, {"multiply", "Mul"}, {"maximum", "Max"}, {"minimum", "Min"}};

ItemPtr with_initial(NodeContext& n, const ItemPtr& x, const std::string& function) {
  for (const auto& [name, op] : window_functions)
    if (name == function) return step(n, op, {x, reshaped(n, operand(n, 1), {})});
  NodeContext::refuse("its function is not a sum, product, maximum or minimum");
}

// The initial value is known, and no other than this.
bool starts_at(const NodeContext& n, double neutral) {
  const ng::Tensor* initial = n.known(1);
  return initial && initial->size() == 1 && initial->item() == neutral;
}

// The elements outside of the operand are 0.
ItemPtr sums_of(NodeContext& n, const ItemPtr& given, const Windows& windows) {
  const DType type = given->dtype();
  const bool whole = !is_float(type);
  const ItemPtr x = whole ? cast(n, given, DType::f64) : given;
  const ItemPtr mean =
      pooled(n, x, windows, "AveragePool", {attribute("count_include_pad", std::int64_t{1})});
  const ItemPtr made = step(n, "Mul", {mean, like(mean, static_cast<double>(windows.size()))});
  // A mean times its count is not exact; integers wrap when they are narrowed, floats do not.
  return whole ? cast(n, cast(n, step(n, "Round", {made}), DType::i64), type) : made;
}

ItemPtr window_sums(NodeContext& n, const ItemPtr& x, const Windows& windows) {
  const ItemPtr made = sums_of(n, x, windows);
  return starts_at(n, 0) ? made : with_initial(n, made, "add");
}

// The elements outside of the operand change nothing.
ItemPtr extremes_of(NodeContext& n, const ItemPtr& given, const Windows& windows, bool largest) {
  const DType type = given->dtype();
  const ItemPtr x = is_float(type) ? given : cast(n, given, DType::f64);
  if (largest) return cast(n, pooled(n, x, windows, "MaxPool"), type);
  return cast(n, step(n, "Neg", {pooled(n, step(n, "Neg", {x}), windows, "MaxPool")}), type);
}

ItemPtr window_extremes(NodeContext& n, const ItemPtr& x, const Windows& windows, bool largest) {
  const ItemPtr made = extremes_of(n, x, windows, largest);
  const double neutral = round_to(x->dtype(), largest ? -HUGE_VAL : HUGE_VAL);
  return starts_at(n, neutral) ? made : with_initial(n, made, largest ? "maximum" : "minimum");
}

void reduce_windows(NodeContext& n, const Windows& windows) {
  const ItemPtr x = operand(n, 0);
  const std::string function = n.text("function", "");
  if (windows.kernel.empty()) return give(n, with_initial(n, x, function));
  const std::optional<bool> backwards = runs_backwards(windows, shape_of(x));
  const bool sums = function == "add", multiplies = function == "multiply";
  if (backwards && (sums || multiplies) && starts_at(n, sums ? 0 : 1))
    return give(n, step(n, sums ? "CumSum" : "CumProd", {x, integer(windows.order.back())},
                        {attribute("reverse", std::int64_t{*backwards})}));
  if (sums) return give(n, window_sums(n, x, windows));
  if (function == "maximum" || function == "minimum")
    return give(n, window_extremes(n, x, windows, function == "maximum"));
  NodeContext::refuse("its function is not a sum, maximum, minimum or running product");
}

void reduce_window(NodeContext& n) {
  if (n.count() != 2) NodeContext::refuse("it reduces several operands");
  reduce_windows(n, windows_of(attribute_lists(n, operand(n, 0)->shape().size())));
}

// The windows are operands, for lengths that are open.
void dynamic_reduce_window(NodeContext& n) {
  if (n.count() != 7) NodeContext::refuse("it reduces several operands");
  reduce_windows(n, windows_of(operand_lists(n, operand(n, 0)->shape().size())));
}

// Adds each element of the source to the largest element of its window.
void select_and_scatter(NodeContext& n) {
  if (n.text("function", "") != "add" || !n.given("compared") || n.list("ascending") != Integers{0})
    NodeContext::refuse("it does not add to the largest elements of windows");
  const ItemPtr x = operand(n, 0), source = operand(n, 1);
  const Windows windows = windows_of(attribute_lists(n, x->shape().size()));
  if (windows.kernel.empty()) NodeContext::refuse("its windows are single elements");
  const ItemPtr image = as_image(n, x, windows);
  const ItemPtr places = steps(n, "MaxPool", {image}, attributes_of(windows), 2)[1];
  const ItemPtr flat = reshaped(n, as_image(n, source, windows), {-1});
  const std::int64_t count = element_count(image->shape());
  const ItemPtr zeros = expanded(n, reshaped(n, operand(n, 2), {1}), {count});
  const ItemPtr made = step(n, "ScatterElements", {zeros, reshaped(n, places, {-1}), flat},
                            {attribute("reduction", "add")});
  give(n, from_image(n, reshaped(n, made, shape_of(image)), x, windows));
}

constexpr OpRow rows[] = {
    {"convolution", 1, 0, convolution},
    {"dynamic_conv", 1, 0, convolution},
    {"dynamic_reduce_window", 1, 0, dynamic_reduce_window},
    {"reduce_window", 1, 0, reduce_window},
    {"select_and_scatter", 1, 0, select_and_scatter},
};

}  // namespace

std::span<const OpRow> window_rows() {
  return rows;
}

}  // namespace ng::stablehlo
