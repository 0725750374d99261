// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/window.h"

#include "engine/base/quote.h"

namespace ng::neon {
namespace {

using Both = std::pair<std::int64_t, std::int64_t>;

Both padding_by_word(const std::string& word, const WindowLength& w, const Refusal& refusal) {
  if (word == "valid") return {0, 0};
  if (word == "causal") return {w.span() - 1, 0};
  if (word == "full") return {w.span() - 1, w.span() - 1};
  if (word != "same") {
    refusal("unknown padding", quote(word), "valid, same, causal, full or numbers");
  }
  const std::int64_t outputs = (w.input + w.stride - 1) / w.stride;
  const std::int64_t total =
      std::max<std::int64_t>(w.stride * (outputs - 1) + w.span() - w.input, 0);
  return {total / 2, total - total / 2};
}

Both padding_of(const WindowPadding& padding, const WindowLength& w, const Refusal& refusal) {
  if (const auto* word = std::get_if<std::string>(&padding)) {
    return padding_by_word(*word, w, refusal);
  }
  if (const auto* both = std::get_if<Both>(&padding)) return *both;
  const std::int64_t side = std::get<std::int64_t>(padding);
  return {side, side};
}

void require_size(const WindowLength& w, const char* what, std::int64_t value,
                  const Refusal& refusal) {
  if (value >= 1 && value < (std::int64_t{1} << 31)) return;
  refusal("the " + std::string(what) + " along " + w.axis + " is out of range",
          std::to_string(value), "1 to 2^31");
}

}  // namespace

std::int64_t WindowLength::output() const {
  return (input + before + after - span()) / stride + 1;
}

std::int64_t WindowLength::transposed_output() const {
  return stride * (input - 1) + span() - before - after;
}

WindowLength window_length(const std::string& axis, std::int64_t input, std::int64_t filter,
                           std::int64_t stride, std::int64_t dilation, const WindowPadding& padding,
                           bool transposed, const Refusal& refusal) {
  WindowLength w{axis, input, filter, stride, dilation};
  require_size(w, "filter", filter, refusal);
  require_size(w, "stride", stride, refusal);
  require_size(w, "dilation", dilation, refusal);
  std::tie(w.before, w.after) = padding_of(padding, w, refusal);
  if (w.before < 0 || w.after < 0) {
    refusal("the padding along " + axis + " is negative",
            std::to_string(w.before) + " and " + std::to_string(w.after), "0 or more");
  }
  if (!transposed && w.input + w.before + w.after < w.span()) {
    refusal("the window is larger than the image along " + axis,
            std::to_string(w.span()) + " elements over " + std::to_string(w.input) +
                " and padding " + std::to_string(w.before + w.after),
            "at most the padded length");
  }
  if (transposed && w.transposed_output() < 1) {
    refusal("the output is empty along " + axis,
            std::to_string(w.transposed_output()) + " elements", "less padding");
  }
  return w;
}

namespace {

// Adds and removes axes of length 1 by views: each is flattened together with the next kept axis,
// so that no data is copied.
class LengthOneAxes {
 public:
  // `leaves` in order, each kept or not; the last one must be kept.
  void add(const Axis& axis, bool stays) {
    group_.push_back(axis);
    leaves_.push_back(axis);
    if (!stays) return;
    any_ |= group_.size() > 1;
    few_.push_back(axis);
    groups_.push_back(group_.size() > 1 ? make_flattened_axis(group_) : axis);
    group_.clear();
  }
  Op inserted(const Op& few) const {
    return any_ ? unflatten(cast_axes(few, Axes(groups_)), Axes(leaves_)) : few;
  }
  Op dropped(const Op& all) const {
    return any_ ? cast_axes(flatten(all, Axes(groups_)), Axes(few_)) : all;
  }
  Axes few() const { return Axes(few_); }

 private:
  std::vector<Axis> group_, leaves_, few_, groups_;
  bool any_ = false;
};

}  // namespace

SpatialInput spatial_input(const Op& in, const SpatialNames& names, const Refusal& refusal) {
  const Axes& axes = in.axes();
  const auto batch = axes.batch_axis();
  const std::string text = "(" + axes.text() + ")";
  if (!batch) refusal("convolution and pooling need a batch axis", text, "an axis N");
  const std::string expected = "axes " + names.of("C") + ", " + names.of("D") + ", " +
                               names.of("H") + ", " + names.of("W") + ", " + batch->name();
  LengthOneAxes order;
  bool any = false;
  for (const char* const role : {"C", "D", "H", "W"}) {
    const std::string name = names.of(role);
    const Axes found = axes.find_by_name(name);
    any |= !found.empty() && role != std::string("C");
    order.add(found.empty() ? make_axis(1, name) : found[0], !found.empty());
  }
  order.add(*batch, true);
  if (!any) refusal("the input has no spatial axis", text, expected);
  if (axes.size() != order.few().size()) {
    refusal("the input has axes that are neither channel, spatial nor batch axes", text, expected);
  }
  return {order.inserted(axes_with_order(in, order.few())), axes};
}

Op spatial_output(const Op& result, const Axes& input) {
  LengthOneAxes axes;
  for (const Axis& axis : result.axes()) {
    axes.add(axis, !input.find_by_name(axis.name()).empty() || axis.length() != 1);
  }
  const Op op = axes.dropped(result);
  std::vector<Axis> order;
  for (const Axis& axis : op.axes()) {
    if (input.find_by_name(axis.name()).empty()) order.push_back(axis);
  }
  for (const Axis& wanted : input) {
    for (const Axis& axis : op.axes()) {
      if (axis.name() == wanted.name()) order.push_back(axis);
    }
  }
  return axes_with_order(op, Axes(std::move(order)));
}

}  // namespace ng::neon
