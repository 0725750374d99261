// SPDX-License-Identifier: Apache-2.0
// Convolution layers over one to three spatial axes (semantics 7.2).
#pragma once

#include <optional>

#include "engine/neon/layers/affine.h"
#include "engine/neon/layers/window.h"

namespace ng::neon {

struct ConvolutionOptions {
  // (W, K), (H, W, K) or (D, H, W, K): the filter's lengths and the number of output channels.
  std::vector<std::int64_t> filter_shape;
  Initialiser filter_init = gaussian();
  WindowLengths strides = 1;
  WindowPaddings padding = 0;
  WindowLengths dilation = 1;
  Initialiser bias_init = {};  // none: no bias
  Activation activation = {};
  bool batch_norm = false;  // in the place of the bias
  SpatialNames names = {};  // of the input's axes
  std::string name = {};
};

// The filters "W" have the input's channels, D, H, W and the shadow of the output's channels. The
// output has the input's axes in its order, at other lengths; its channels are called as the
// input's.
class Convolution : public Layer {
 public:
  // Value Error for a shape that is none, and for batch_norm with bias_init.
  explicit Convolution(ConvolutionOptions options, const std::string& kind = "Convolution");
  using Layer::operator();
  // On an input whose axes are called otherwise.
  Op operator()(const Op& in, const SpatialNames& names);
  Layers layers() const override;

 protected:
  Op build(const Op& in) override { return applied(in, options_.names); }
  // Of the five axes; `names` as the input's axes are called.
  virtual Op convolved(const SpatialInput& in, const SpatialNames& names);

  WindowLength along(const Axis& axis, std::size_t place, bool transposed) const;
  Refusal refusal(ErrorKind kind) const;
  WindowParams params(const std::vector<WindowLength>& windows) const;
  std::int64_t channels() const { return options_.filter_shape.back(); }
  const ConvolutionOptions& options() const { return options_; }
  // Filter lengths along D, H, W.
  std::int64_t filter_length(std::size_t place) const;

 private:
  Op applied(const Op& in, const SpatialNames& names);
  ConvolutionOptions options_;
  std::shared_ptr<Bias> bias_;
  std::shared_ptr<BatchNorm> batch_norm_;
};

struct DeconvolutionOptions : ConvolutionOptions {
  // Lengths of the output along the last spatial axes: it is cropped about its centre.
  std::optional<std::vector<std::int64_t>> deconv_out_shape = {};
};

// The images whose convolution has the input's shape: stride (input - 1) + filter - padding
// elements.
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
  // (W), (H, W), (D, H, W) or (C, D, H, W), or by name.
  std::vector<std::int64_t> pool_shape = {};
  std::map<std::string, std::int64_t> pool_lengths = {};
  WindowLengths strides = 1;
  WindowPaddings padding = 0;
  // Or "avg", the mean of what is not padding. Where the two sides of the padding differ ("same"
  // with an odd sum), zeros stand around the image and count as its elements.
  std::string pool_type = "max";
  SpatialNames names = {};
  std::string name = {};
};

class Pooling : public Layer {
 public:
  explicit Pooling(PoolingOptions options);  // value Error for another type, or no shape
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
