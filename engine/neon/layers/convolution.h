// SPDX-License-Identifier: Apache-2.0
// Convolution and pooling layers over one to three spatial axes.
#pragma once

#include <optional>

#include "engine/neon/layers/affine.h"
#include "engine/neon/layers/window.h"

namespace ng::neon {

struct ConvolutionOptions {
  // (W, K), (H, W, K) or (D, H, W, K): filter lengths and the number of output channels.
  std::vector<std::int64_t> filter_shape;
  // Or the same by axis name: K, and those of D, H, W that the filters have.
  std::map<std::string, std::int64_t> filter_lengths = {};
  Initialiser filter_init = gaussian();
  WindowLengths strides = 1;
  WindowPaddings padding = 0;
  WindowLengths dilation = 1;
  Initialiser bias_init = {};  // default: no bias
  Activation activation = {};
  Normalization batch_norm = {};  // instead of the bias
  SpatialNames names = {};        // of the input's axes
  std::string name = {};
};

// The axes of the filters "W" are the input's channels, D, H, W and the shadow of the output's
// channels. The output has the input's axes in the same order with new lengths; its channel axis
// keeps the name of the input's.
class Convolution : public Layer {
 public:
  // Throws a value Error for an invalid shape and for batch_norm with bias_init.
  explicit Convolution(ConvolutionOptions options, const std::string& kind = "Convolution");
  using Layer::operator();
  // Applies the layer to an input with other axis names.
  Op operator()(const Op& in, const SpatialNames& names);
  Layers layers() const override;

 protected:
  Op build(const Op& in) override { return applied(in, options_.names); }
  // Convolution over the five axes; `names` are the input's axis names.
  virtual Op convolved(const SpatialInput& in, const SpatialNames& names);

  WindowLength along(const Axis& axis, std::size_t place, bool transposed) const;
  Refusal refusal(ErrorKind kind) const;
  WindowParams params(const std::vector<WindowLength>& windows) const;
  std::int64_t channels() const { return options_.filter_lengths.at("K"); }
  const ConvolutionOptions& options() const { return options_; }
  // Filter lengths along D, H, W; 1 if the filters do not have the axis.
  std::int64_t filter_length(std::size_t place) const;

 private:
  Op applied(const Op& in, const SpatialNames& names);
  ConvolutionOptions options_;
  std::shared_ptr<Bias> bias_;
  std::shared_ptr<BatchNorm> batch_norm_;
};

struct DeconvolutionOptions : ConvolutionOptions {
  // Lengths of the output along the last spatial axes: the output is cropped around its centre.
  std::optional<std::vector<std::int64_t>> deconv_out_shape = {};
};

// Transposed convolution: the input shape of a convolution whose output shape is this layer's input
// shape. Output length: stride (input - 1) + filter - padding.
class Deconvolution : public Convolution {
 public:
  explicit Deconvolution(DeconvolutionOptions options);

 protected:
  Op convolved(const SpatialInput& in, const SpatialNames& names) override;

 private:
  Op cropped(const Op& out) const;
  std::optional<std::vector<std::int64_t>> out_shape_;
};

struct PoolingOptions {
  // (W), (H, W), (D, H, W) or (C, D, H, W), or lengths by axis name.
  std::vector<std::int64_t> pool_shape = {};
  std::map<std::string, std::int64_t> pool_lengths = {};
  WindowLengths strides = 1;
  WindowPaddings padding = 0;
  // Or "avg": the mean over elements outside of the padding. If the two sides of the padding differ
  // ("same" with an odd sum), the padding counts as zeros of the image.
  std::string pool_type = "max";
  SpatialNames names = {};
  std::string name = {};
};

class Pooling : public Layer {
 public:
  explicit Pooling(PoolingOptions options);  // value Error for invalid type or shape
  using Layer::operator();
  Op operator()(const Op& in, const SpatialNames& names);

 protected:
  Op build(const Op& in) override { return pooled(in, options_.names); }

 private:
  Op pooled(const Op& in, const SpatialNames& names);
  PoolingOptions options_;
};

LayerOf<Convolution> convolution(ConvolutionOptions options,
                                 Operand::Where line = Operand::Where::current());
LayerOf<Deconvolution> deconvolution(DeconvolutionOptions options,
                                     Operand::Where line = Operand::Where::current());
LayerOf<Pooling> pooling(PoolingOptions options, Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
