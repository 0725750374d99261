// SPDX-License-Identifier: Apache-2.0
// The terms of an element of reductions, matmuls and windowed ops.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/kernels/expr.h"
#include "engine/ops/dot.h"
#include "engine/ops/lookup.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"
#include "engine/provenance/element_walk.h"
#include "engine/runtime/window_steps.h"

namespace ng {
namespace {

using At = std::function<double(const ElementRef&)>;

// Index along each axis of a row-major element.
std::vector<std::int64_t> indexes(const std::vector<std::int64_t>& lengths, std::int64_t element) {
  std::vector<std::int64_t> index(lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0; element /= lengths[i])
    index[i] = element % lengths[i];
  return index;
}

// Maps element `element` of `from` to the element of `axes`; axes missing in `from` have index 0.
std::int64_t element_over(const Axes& from, std::int64_t element, const Axes& axes) {
  const std::vector<std::int64_t> index = indexes(from.lengths(), element);
  const std::vector<std::int64_t> strides = strides_over(from, axes);
  std::int64_t at = 0;
  for (std::size_t i = 0; i < index.size(); ++i) at += index[i] * strides[i];
  return at;
}

void reduction_terms(const Node& node, std::int64_t element, const TermVisitor& visit) {
  const Value& x = node.operands[0];
  const Axes reduced = reduction_of(node).reduced;
  const std::int64_t first = element_over(node.results[0].axes, element, x.axes());
  for_each_index<1>(reduced, {strides_over(reduced, x.axes())},
                    [&](const auto& at) { visit({{{x, first + at[0]}}}); });
}

// Renames y's contracted axes to their counterparts in x.
Axes paired(const Axes& y, const DotAxes& axes) {
  std::vector<Axis> names;
  for (const Axis& axis : y) {
    Axis name = axis;
    for (std::size_t i = 0; i < axes.y_contracted.size(); ++i)
      if (axes.y_contracted[i] == axis) name = axes.x_contracted[i];
    names.push_back(name);
  }
  return Axes(std::move(names));
}

void dot_terms(const Node& node, std::int64_t element, const TermVisitor& visit) {
  const DotAxes axes = dot_axes_of(node);
  const Value &x = node.operands[0], &y = node.operands[1];
  const Axes contracted(axes.x_contracted), y_axes = paired(y.axes(), axes);
  const std::int64_t from_x = element_over(node.results[0].axes, element, x.axes());
  const std::int64_t from_y = element_over(node.results[0].axes, element, y_axes);
  for_each_index<2>(contracted,
                    {strides_over(contracted, x.axes()), strides_over(contracted, y_axes)},
                    [&](const auto& at) { visit({{{x, from_x + at[0]}, {y, from_y + at[1]}}}); });
}

// Indices of a pixel, a filter tap and an output position that are multiplied along one axis. In
// `fixed`, -1 stands for any.
struct Meeting {
  std::int64_t pixel = 0, tap = 0, position = 0;
};

std::vector<Meeting> meetings(const Convolution& c, const std::array<Meeting, 3>& fixed) {
  std::vector<Meeting> all{{0, 0, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<Meeting> longer;
    for (const Meeting& outer : all)
      for (std::int64_t position = 0; position < c.output[i]; ++position)
        for (std::int64_t tap = 0; tap < c.filter[i]; ++tap) {
          const std::int64_t pixel = position * c.stride[i] - c.padding[i] + tap * c.dilation[i];
          const auto fits = [](std::int64_t wanted, std::int64_t is) {
            return wanted < 0 || wanted == is;
          };
          if (pixel < 0 || pixel >= c.image[i] || !fits(fixed[i].pixel, pixel) ||
              !fits(fixed[i].tap, tap) || !fits(fixed[i].position, position))
            continue;
          longer.push_back({outer.pixel * c.image[i] + pixel, outer.tap * c.filter[i] + tap,
                            outer.position * c.output[i] + position});
        }
    all = std::move(longer);
  }
  return all;
}

void convolution_terms(const Node& node, std::int64_t element, const TermVisitor& visit) {
  using Makes = Convolution::Makes;
  const Convolution c = convolution_of(node);
  const Value &first = node.operands[0], &second = node.operands[1];
  auto at = indexes(node.results[0].axes.lengths(), element);
  if (c.batch_first) std::rotate(at.begin(), at.begin() + 1, at.end());
  std::array<Meeting, 3> fixed;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t place = at[i + 1];
    fixed[i] = {c.makes == Makes::images ? place : -1, c.makes == Makes::filters ? place : -1,
                c.makes == Makes::outputs ? place : -1};
  }
  const auto image = [&](std::int64_t channel, const Meeting& m, std::int64_t n) {
    return c.image_at(channel, m.pixel, n);
  };
  const auto filter = [&](std::int64_t channel, const Meeting& m, std::int64_t k) {
    return (channel * c.taps() + m.tap) * c.out_channels + k;
  };
  const auto output = [&](std::int64_t k, const Meeting& m, std::int64_t n) {
    return c.output_at(k, m.position, n);
  };
  const std::vector<Meeting> all = meetings(c, fixed);
  const std::int64_t many = c.makes == Makes::outputs  ? c.group_channels()
                            : c.makes == Makes::images ? c.group_filters()
                                                       : c.batch;
  for (std::int64_t i = 0; i < many; ++i)
    for (const Meeting& m : all) switch (c.makes) {
        case Makes::outputs:  // at: k, places, n
          visit({{{first, image(at[0] / c.group_filters() * c.group_channels() + i, m, at[4])},
                  {second, filter(i, m, at[0])}}});
          break;
        case Makes::images:  // at: c, places, n
        {
          const std::int64_t k = at[0] / c.group_channels() * c.group_filters() + i;
          visit(
              {{{first, output(k, m, at[4])}, {second, filter(at[0] % c.group_channels(), m, k)}}});
          break;
        }
        case Makes::filters:  // at: c, taps, k
          visit({{{first, output(at[4], m, i)},
                  {second, image(at[4] / c.group_filters() * c.group_channels() + at[0], m, i)}}});
          break;
      }
}

// Row-major elements of the image in the window at `place` of batch element `n`, without padding.
std::vector<std::int64_t> members(const Pooling& p, const std::int64_t* place, std::int64_t n) {
  std::vector<std::int64_t> all{0};
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<std::int64_t> longer;
    const std::int64_t start = place[i] * p.stride[i] - p.padding[i];
    for (const std::int64_t member : all)
      for (std::int64_t at = std::max<std::int64_t>(start, 0);
           at < std::min(start + p.window[i], p.image[i]); ++at)
        longer.push_back(member * p.image[i] + at);
    all = std::move(longer);
  }
  for (std::int64_t& member : all) member = member * p.batch + n;
  return all;
}

// The first maximum; NaN compares greater than any number.
std::int64_t chosen(const std::vector<std::int64_t>& window, const Value& images, const At& at) {
  std::int64_t best = window.front();
  double largest = at({images, best});
  for (const std::int64_t each : window) {
    if (std::isnan(largest)) break;
    const double value = at({images, each});
    if (std::isnan(value) || value > largest) best = each, largest = value;
  }
  return best;
}

// The windows that contain the element, as positions along the four axes.
std::vector<std::array<std::int64_t, 4>> windows_around(const Pooling& p,
                                                        const std::vector<std::int64_t>& at) {
  std::vector<std::array<std::int64_t, 4>> all{{}};
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<std::array<std::int64_t, 4>> longer;
    for (const auto& outer : all)
      for (std::int64_t place = 0; place < p.output[i]; ++place) {
        const std::int64_t start = place * p.stride[i] - p.padding[i];
        if (at[i] < start || at[i] >= start + p.window[i]) continue;
        longer.push_back(outer);
        longer.back()[i] = place;
      }
    all = std::move(longer);
  }
  return all;
}

void pooling_terms(const Node& node, std::int64_t element, const At& at, const TermVisitor& visit) {
  const Pooling p = pooling_of(node);
  const auto index = indexes(node.results[0].axes.lengths(), element);
  const Value& first = node.operands[0];
  if (p.makes != Pooling::Makes::images) {
    const std::vector<std::int64_t> window = members(p, index.data(), index[4]);
    if (p.makes == Pooling::Makes::chosen)
      return visit({{{first, chosen(window, node.operands[1], at)}}});
    const double scale = p.average ? 1.0 / static_cast<double>(window.size()) : 1.0;
    for (const std::int64_t each : window) visit({{{first, each}}, scale});
    return;
  }
  for (const auto& place : windows_around(p, index)) {
    const std::vector<std::int64_t> window = members(p, place.data(), index[4]);
    if (!p.average && chosen(window, node.operands[1], at) != element) continue;
    std::int64_t output = 0;
    for (std::size_t i = 0; i < 4; ++i) output = output * p.output[i] + place[i];
    visit({{{first, output * p.batch + index[4]}},
           p.average ? 1.0 / static_cast<double>(window.size()) : 1.0});
  }
}

void table_gradient_terms(const Node& node, std::int64_t element, const At& at,
                          const TermVisitor& visit) {
  const Lookup s = lookup_of(node);
  const std::int64_t k = element % s.inner, row = element / s.inner % s.rows;
  const std::int64_t o = element / s.inner / s.rows;
  if (row == s.skipped) return;
  for (std::int64_t i = 0; i < s.count; ++i)
    if (static_cast<std::int64_t>(at({node.operands[1], i})) == row)
      visit({{{node.operands[0], (o * s.count + i) * s.inner + k}}});
}

bool is_convolution(WindowKind kind) {
  return kind == WindowKind::convolution || kind == WindowKind::convolution_gradient;
}

bool is_pooling(WindowKind kind) {
  return kind == WindowKind::pooling || kind == WindowKind::pooling_gradient;
}

}  // namespace

const kernel::Combine* combine_of(const Node& node) {
  static constexpr kernel::Combine add = kernel::Combine::add, most = kernel::Combine::maximum;
  if (node.def->lower == LowerKind::reduce) return &node.def->combine;
  const WindowKind window = node.def->traits.window;
  if (window == WindowKind::pooling && !pooling_of(node).average) return &most;
  const bool sums = node.def->lower == LowerKind::contraction || is_convolution(window) ||
                    is_pooling(window) || window == WindowKind::lookup_gradient;
  return sums ? &add : nullptr;
}

void for_each_term(const Node& node, std::int64_t element, const At& at, const TermVisitor& visit) {
  if (node.def->lower == LowerKind::reduce) return reduction_terms(node, element, visit);
  if (node.def->lower == LowerKind::contraction) return dot_terms(node, element, visit);
  if (is_convolution(node.def->traits.window)) return convolution_terms(node, element, visit);
  if (is_pooling(node.def->traits.window)) return pooling_terms(node, element, at, visit);
  table_gradient_terms(node, element, at, visit);
}

}  // namespace ng
