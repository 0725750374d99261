// SPDX-License-Identifier: Apache-2.0
// Layers composed of layers.
#pragma once

#include <optional>

#include "engine/neon/layers/layer.h"

namespace ng::neon {

// Layers applied one after the other.
class Sequential : public Layer {
 public:
  explicit Sequential(Layers layers, const std::string& name = {});
  Layers layers() const override { return layers_; }
  void set_layers(Layers layers);

 protected:
  Op build(const Op& in) override;

 private:
  Layers layers_;
};
LayerOf<Sequential> sequential(Layers layers, const std::string& name = {},
                               Operand::Where line = Operand::Where::current());

// Branches applied to the same input.
class Parallel : public Layer {
 public:
  enum class Mode { concat, list };
  // Throws a value Error without branches.
  explicit Parallel(Layers branches, Mode mode = Mode::concat, const std::string& name = {});
  Layers layers() const override { return branches_; }
  bool joins() const { return mode_ == Mode::concat; }
  // The result of each branch, over its own axes.
  std::vector<Op> outputs(const Op& in);
  // Merges the branches (mode concat) along the named axis; default: the channel axis.
  Op merged(const Op& in, const std::string& merge_axis);

 protected:
  Op build(const Op& in) override;  // throws a value Error in mode list

 private:
  Op joined(const std::vector<Op>& results, const std::optional<std::string>& merge_axis) const;
  Layers branches_;
  Mode mode_;
};
LayerOf<Parallel> parallel(Layers branches, Parallel::Mode mode = Parallel::Mode::concat,
                           const std::string& name = {},
                           Operand::Where line = Operand::Where::current());

// main(x) + side(x), or main(x) + x without a side path. Throws a value Error if the axes differ.
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
