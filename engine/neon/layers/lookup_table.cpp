// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/lookup_table.h"

namespace ng::neon {
namespace {

// Indices over (N, REC) are put in the order (REC, N), as in the original.
Op in_steps(const Op& indices) {
  const Axes& axes = indices.axes();
  const std::optional<Axis> steps = axes.recurrent_axis();
  if (!steps || axes.batch_axes().empty()) return indices;
  const Axes order = Axes(*steps) | axes.batch_axes() | axes;
  return order == axes ? indices : axes_with_order(indices, order);
}

}  // namespace

LookupTable::LookupTable(LookupTableOptions options)
    : Layer("LookupTable", options.name), options_(std::move(options)) {
  if (options_.vocab_size < 1 || options_.embed_dim < 1) {
    fail("a lookup table needs at least one row and column",
         std::to_string(options_.vocab_size) + " x " + std::to_string(options_.embed_dim),
         "vocab_size and embed_dim of 1 or more");
  }
  const std::int64_t pad = options_.pad_idx.value_or(0);
  if (pad < 0 || pad >= options_.vocab_size) {
    fail("pad_idx is not a row of the table", std::to_string(pad),
         "0 to " + std::to_string(options_.vocab_size - 1));
  }
  vocabulary_ = make_axis(options_.vocab_size, "V");
  features_ = make_axis(options_.embed_dim, "F");
}

// The vocabulary is the fan-out of the initial weights. Sets the row of pad_idx to zero; the table
// is then saved completely with the graph.
Initialiser LookupTable::initialiser() const {
  if (!options_.init) return {};
  return [init = options_.init, row = options_.pad_idx](const Axes& axes,
                                                        std::uint64_t seed) -> Initial {
    const Axes weights{make_shadow_axis(axes[0]), axes[1]};
    Initial initial = init(weights, seed);
    if (!row) return initial;
    Tensor table = initial_contents(variable(axes, std::move(initial)).node());
    const std::int64_t columns = axes[1].length();
    for (std::int64_t i = 0; i < columns; ++i) table.set(*row * columns + i, 0);
    return table;
  };
}

Op LookupTable::build(const Op& input) {
  const Op in = in_steps(input);
  if (in.axes().empty()) {
    fail("a lookup table needs an index for each sample", "a scalar",
         "an input over (N) or (REC, N)", {}, ErrorKind::incompatible_axes);
  }
  const Op lut = parameter_of("LutW", {vocabulary_, features_}, initialiser(), "weight");
  const Op indices = in.axes().size() == 1 ? in : flatten(in);
  const Axis& place = indices.axes()[0];
  const Op rows =
      lookuptable(lut, indices, {place, features_}, {options_.update, options_.pad_idx});
  const Op opened = place.is_flattened() ? unflatten(rows) : rows;
  return axes_with_order(opened, Axes(features_) + in.axes());
}

LayerOf<LookupTable> lookup_table(LookupTableOptions options, Operand::Where line) {
  return make_layer<LookupTable>(line, std::move(options));
}

}  // namespace ng::neon
