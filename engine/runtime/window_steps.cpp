// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/window_steps.h"

#include <initializer_list>
#include <sstream>
#include <utility>

#include "engine/base/error.h"

namespace ng {
namespace {

std::string product_text(std::initializer_list<std::pair<const char*, std::int64_t>> factors) {
  std::string text;
  for (const auto& [name, length] : factors) {
    text += (text.empty() ? "" : " × ") + std::string(name) + " " + std::to_string(length);
  }
  return text;
}

std::string epilogue_text(const ConvolutionEpilogue& epilogue) {
  std::ostringstream text;
  if (epilogue.bias) text << ", plus a bias";
  if (epilogue.added) text << ", plus an array";
  if (epilogue.has_low()) text << ", at least " << epilogue.low;
  if (epilogue.has_high()) text << ", at most " << epilogue.high;
  if (epilogue.silu) text << ", SiLU";
  return text.str();
}

// Operations on each output.
std::int64_t operations(const ConvolutionEpilogue& epilogue) {
  return std::int64_t{epilogue.bias} + std::int64_t{epilogue.added} +
         std::int64_t{epilogue.has_low()} + std::int64_t{epilogue.has_high()} +
         2 * std::int64_t{epilogue.silu};
}

struct Cost {
  WindowCost operator()(const Convolution& c) const {
    const std::int64_t images = c.in_channels * c.pixels() * c.batch;
    const std::int64_t outputs = c.out_channels * c.positions() * c.batch;
    std::string text = c.groups > 1 ? "groups " + std::to_string(c.groups) + " × " : "";
    text += product_text({{"K", c.group_filters()},
                          {"C", c.group_channels()},
                          {"taps", c.taps()},
                          {"positions", c.positions()},
                          {"N", c.batch}});
    text += epilogue_text(c.epilogue);
    const std::int64_t added = c.epilogue.added ? outputs : 0, element = c.bytes ? 1 : 4;
    return {text, outputs * (2 * c.group_channels() * c.taps() + operations(c.epilogue)),
            element * (images + c.weights()) + 4 * (outputs + added)};
  }

  WindowCost operator()(const Pooling& p) const {
    std::int64_t image = p.batch, window = 1, places = 1;
    for (std::size_t i = 0; i < 4; ++i) {
      image *= p.image[i];
      window *= p.window[i];
      places *= p.output[i];
    }
    const std::int64_t reads = p.average || p.makes == Pooling::Makes::outputs ? 1 : 2;
    return {product_text({{"positions", places}, {"window", window}, {"N", p.batch}}),
            places * window * p.batch, 4 * (image * reads + places * p.batch)};
  }

  WindowCost operator()(const FilterPacking& p) const {
    const Convolution& c = p.convolution;
    return {product_text({{"C", c.group_channels()}, {"taps", c.taps()}, {"K", c.out_channels}}), 0,
            (c.bytes ? 1 : 4) * c.weights() + 4 * p.floats};
  }

  WindowCost operator()(const MatrixPacking& p) const {
    return {product_text({{"K", p.rows}, {"N", p.columns}}), 0,
            4 * (p.rows * p.columns + p.floats)};
  }

  WindowCost operator()(const Lookup& l) const {
    const std::int64_t taken = l.outer * l.count * l.inner;
    return {product_text({{"indices", l.count}, {"row", l.outer * l.inner}}),
            l.gradient ? taken : 0, 4 * (2 * taken + l.count)};
  }
};

}  // namespace

WindowCost cost_of(const WindowStep& step) {
  return std::visit(Cost(), step);
}

void refuse_index(const Lookup& lookup, double index) {
  std::ostringstream found;
  found << index;
  Diagnostic diagnostic;
  diagnostic.what = "lookup index out of range";
  diagnostic.where = lookup.where;
  diagnostic.found = found.str();
  diagnostic.expected = "0 to " + std::to_string(lookup.rows - 1);
  refuse(ErrorKind::index, std::move(diagnostic));
}

}  // namespace ng
