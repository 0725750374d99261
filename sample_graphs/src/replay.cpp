// SPDX-License-Identifier: Apache-2.0
#include "sample_graphs/src/replay.h"

namespace sample {

Replay::Replay(std::int64_t steps, const ng::Axis& environments, const ng::Op& count)
    : steps_(ng::make_axis(steps, "M")), environments_(environments), count_(count) {
  here_ = ng::one_hot(count % static_cast<double>(steps), steps_).named("here");
}

std::size_t Replay::keep(const ng::Axis& axis, const std::string& name) {
  tables_.push_back(ng::persistent_tensor({steps_, environments_, axis}, 0.0).named(name));
  return tables_.size() - 1;
}

ng::Op Replay::write(std::size_t quantity, const ng::Op& value) const {
  const ng::Op& table = tables_.at(quantity);
  return ng::assign(table, here_ * value + (1 - here_) * table);
}

ng::Op Replay::read(std::size_t quantity, const ng::Axis& batch) {
  const ng::Op& table = tables_.at(quantity);
  const ng::Axis& axis = table.axes()[2];
  if (!rows_) {
    const auto lengths = static_cast<double>(environments_.length());
    const ng::Op written =
        lengths * ng::maximum(ng::minimum(count_, static_cast<double>(steps_.length())), 1.0);
    const ng::Op place = ng::uniform(ng::constant(ng::Tensor(0.0), ng::Axes(batch)));
    // The product of a float just below 1 and `written` may round up to `written`.
    rows_ = ng::minimum(ng::floordivide(place * written, 1.0), written - 1).named("rows");
  }
  const ng::Axis row = ng::make_flattened_axis({steps_, environments_});
  const ng::Op rows = ng::flatten(table, {row, axis});
  return ng::axes_with_order(ng::lookuptable(rows, rows_, {batch, axis}), {axis, batch});
}

}  // namespace sample
