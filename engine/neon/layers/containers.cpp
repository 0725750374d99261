// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/containers.h"

namespace ng::neon {

Sequential::Sequential(Layers layers, const std::string& name) : Layer("Sequential", name) {
  set_layers(std::move(layers));
}

void Sequential::set_layers(Layers layers) {
  layers_ = std::move(layers);
  for (const LayerPtr& layer : layers_) {
    if (!layer) fail("a sequence contains a null layer");
  }
}

Op Sequential::build(const Op& in) {
  Op out = in;
  for (const LayerPtr& layer : layers_) out = layer(out);
  return out;
}

LayerOf<Sequential> sequential(Layers layers, const std::string& name, Operand::Where line) {
  return make_layer<Sequential>(line, std::move(layers), name);
}

Parallel::Parallel(Layers branches, Mode mode, const std::string& name)
    : Layer("Parallel", name), branches_(std::move(branches)), mode_(mode) {
  if (branches_.empty()) fail("a parallel layer needs at least one branch", "none", "one or more");
  for (const LayerPtr& branch : branches_) {
    if (!branch) fail("a branch is a null layer");
  }
}

std::vector<Op> Parallel::outputs(const Op& in) {
  return in_scope([&] {
    std::vector<Op> results;
    for (const LayerPtr& branch : branches_) results.push_back(branch(in));
    return results;
  });
}

Op Parallel::merged(const Op& in, const std::string& merge_axis) {
  const std::vector<Op> results = outputs(in);
  return in_scope([&] { return joined(results, merge_axis); });
}

Op Parallel::build(const Op& in) {
  if (mode_ == Mode::list) {
    fail("branches that are not merged have no single result", "mode list", "use outputs(in)");
  }
  return joined(outputs(in), std::nullopt);
}

Op Parallel::joined(const std::vector<Op>& results,
                    const std::optional<std::string>& merge_axis) const {
  const Axes& axes = results.front().axes();
  const auto channel = axes.channel_axis();
  if (!merge_axis && !channel) {
    fail("branches are merged along the channel axis, which is missing", "(" + axes.text() + ")",
         "a channel axis, or the name of the axis to merge along", {},
         ErrorKind::incompatible_axes);
  }
  const Axis axis = merge_axis ? axes.get_by_name(*merge_axis) : *channel;
  return concat_along_axis(results, axis);
}

LayerOf<Parallel> parallel(Layers branches, Parallel::Mode mode, const std::string& name,
                           Operand::Where line) {
  return make_layer<Parallel>(line, std::move(branches), mode, name);
}

ResidualModule::ResidualModule(LayerPtr main_path, LayerPtr side_path, const std::string& name)
    : Layer("ResidualModule", name), main_(std::move(main_path)), side_(std::move(side_path)) {
  if (!main_) fail("a residual module has no main path");
}

Layers ResidualModule::layers() const {
  if (side_) return {main_, side_};
  return {main_};
}

Op ResidualModule::build(const Op& in) {
  const Op main = main_(in);
  const Op side = side_ ? side_(in) : in;
  bool same = main.axes().is_equal_set(side.axes());
  for (std::size_t i = 0; same && i < main.axes().size(); ++i) {
    const Axis& axis = main.axes()[i];
    same = axis.known_length() == side.axes()[side.axes().index(axis)].known_length();
  }
  if (!same) {
    fail("the two paths of a residual module differ",
         "(" + main.axes().text() + ") and (" + side.axes().text() + ")", "the same axes",
         "add a side path whose result has the axes of the main path");
  }
  return main + side;
}

LayerOf<ResidualModule> residual(LayerPtr main_path, LayerPtr side_path, const std::string& name,
                                 Operand::Where line) {
  return make_layer<ResidualModule>(line, std::move(main_path), std::move(side_path), name);
}

}  // namespace ng::neon
