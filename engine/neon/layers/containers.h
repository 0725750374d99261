// SPDX-License-Identifier: Apache-2.0
// Layers made of layers (semantics 7.1).
#pragma once

#include <optional>

#include "engine/neon/layers/layer.h"

namespace ng::neon {

// One after the other.
class Sequential : public Layer {
 public:
  explicit Sequential(Layers layers, const std::string& name = {});
  Layers layers() const override { return layers_; }

 protected:
  Op build(const Op& in) override;

 private:
  Layers layers_;
};
LayerOf<Sequential> sequential(Layers layers, const std::string& name = {},
                               Operand::Where line = Operand::Where::current());

// Branches side by side on one input.
class Parallel : public Layer {
 public:
  enum class Mode { concat, list };
  // Value Error without branches.
  explicit Parallel(Layers branches, Mode mode = Mode::concat, const std::string& name = {});
  Layers layers() const override { return branches_; }
  bool joins() const { return mode_ == Mode::concat; }
  // The result of each branch, over its own axes.
  std::vector<Op> outputs(const Op& in);
  // Of branches in mode concat, along the axis of this name, by default the channels.
  Op merged(const Op& in, const std::string& merge_axis);

 protected:
  Op build(const Op& in) override;  // value Error in mode list

 private:
  Op joined(const std::vector<Op>& results, const std::optional<std::string>& merge_axis) const;
  Layers branches_;
  Mode mode_;
};
LayerOf<Parallel> parallel(Layers branches, Parallel::Mode mode = Parallel::Mode::concat,
                           const std::string& name = {},
                           Operand::Where line = Operand::Where::current());

// main(x) + side(x); without a side path, main(x) + x. Value Error when their axes differ.
class ResidualModule : public Layer {
 public:
  explicit ResidualModule(LayerPtr main_path, LayerPtr side_path = {},
                          const std::string& name = {});
  Layers layers() const override;

 protected:
  Op build(const Op& in) override;

 private:
  LayerPtr main_, side_;
};
LayerOf<ResidualModule> residual(LayerPtr main_path, LayerPtr side_path = {},
                                 const std::string& name = {},
                                 Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
