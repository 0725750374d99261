// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/convolution.h"

namespace ng::neon {
namespace {

constexpr const char* roles[] = {"C", "D", "H", "W", "K"};
constexpr const char* letters[] = {"d", "h", "w"};

// The padding before the image, and that after it where it differs.
void set_padding(WindowParams& params, const std::string& letter, const WindowLength& w) {
  params["pad_" + letter] = w.before;
  if (w.after != w.before) params["pad_end_" + letter] = w.after;
}

}  // namespace

Convolution::Convolution(ConvolutionOptions options, const std::string& kind)
    : Layer(kind, options.name), options_(std::move(options)) {
  const std::vector<std::int64_t>& shape = options_.filter_shape;
  if (options_.filter_lengths.empty()) {
    if (shape.size() < 2 || shape.size() > 4) {
      fail("invalid filter shape", std::to_string(shape.size()) + " numbers",
           "(W, K), (H, W, K) or (D, H, W, K)");
    }
    for (std::size_t i = 0; i < shape.size(); ++i)
      options_.filter_lengths[roles[5 - shape.size() + i]] = shape[i];
  }
  if (options_.filter_lengths.count("K") == 0)
    fail("the filter shape has no output channels", "no K", "K, and lengths by D, H, W");
  if (channels() < 1)
    fail("the filter shape has no output channels", std::to_string(channels()), "1 or more");
  if (options_.batch_norm && options_.bias_init) {
    fail("batch normalization has its own bias", "bias_init", "batch_norm or bias_init");
  }
  batch_norm_ = options_.batch_norm.layer();
  if (options_.bias_init) bias_ = std::make_shared<Bias>(BiasOptions{options_.bias_init, true, {}});
}

Layers Convolution::layers() const {
  if (bias_) return {bias_};
  if (batch_norm_) return {batch_norm_};
  return {};
}

std::int64_t Convolution::filter_length(std::size_t place) const {
  const auto found = options_.filter_lengths.find(roles[place + 1]);
  return found == options_.filter_lengths.end() ? 1 : found->second;
}

Refusal Convolution::refusal(ErrorKind kind) const {
  return [this, kind](std::string what, std::string found, std::string expected) {
    fail(std::move(what), std::move(found), std::move(expected), {}, kind);
  };
}

WindowLength Convolution::along(const Axis& axis, std::size_t place, bool transposed) const {
  const std::string role = roles[place + 1];
  // Axes that the filter shape does not include are unchanged.
  if (options_.filter_lengths.count(role) == 0) return {axis.name(), axis.length()};
  return window_length(axis.name(), axis.length(), filter_length(place), options_.strides[role],
                       options_.dilation[role], options_.padding[role], transposed,
                       refusal(ErrorKind::value));
}

WindowParams Convolution::params(const std::vector<WindowLength>& windows) const {
  WindowParams params;
  for (std::size_t i = 0; i < 3; ++i) {
    set_padding(params, letters[i], windows[i]);
    params[std::string("str_") + letters[i]] = windows[i].stride;
    params[std::string("dil_") + letters[i]] = windows[i].dilation;
  }
  return params;
}

Op Convolution::operator()(const Op& in, const SpatialNames& names) {
  return in_scope([&] { return applied(in, names); });
}

Op Convolution::applied(const Op& in, const SpatialNames& names) {
  const SpatialInput input = spatial_input(in, names, refusal(ErrorKind::incompatible_axes));
  Op out = convolved(input, names);
  if (bias_) out = build_part(*bias_, out);
  if (batch_norm_) out = build_part(*batch_norm_, out);
  if (options_.activation) out = options_.activation(out);
  return spatial_output(out, input.axes);
}

Op Convolution::convolved(const SpatialInput& in, const SpatialNames& names) {
  const Axes& axes = in.op.axes();
  std::vector<WindowLength> windows;
  std::vector<Axis> filters{axes[0]};
  std::vector<Axis> outputs{make_axis(channels(), names.channel)};
  for (std::size_t i = 0; i < 3; ++i) {
    windows.push_back(along(axes[i + 1], i, false));
    filters.push_back(resized(axes[i + 1], filter_length(i)));
    outputs.push_back(resized(axes[i + 1], windows[i].output()));
  }
  filters.push_back(make_shadow_axis(make_axis(channels(), "K")));
  outputs.push_back(axes[4]);
  const Op W = parameter_of("W", Axes(std::move(filters)), options_.filter_init, "weight");
  return ng::convolution(params(windows), in.op, W, Axes(std::move(outputs)));
}

LayerOf<Convolution> convolution(ConvolutionOptions options, Operand::Where line) {
  return make_layer<Convolution>(line, std::move(options));
}

Deconvolution::Deconvolution(DeconvolutionOptions options)
    : Convolution(options, "Deconvolution"), out_shape_(std::move(options.deconv_out_shape)) {
  if (out_shape_ && (out_shape_->empty() || out_shape_->size() > 3)) {
    fail("invalid output shape", std::to_string(out_shape_->size()) + " numbers",
         "(W), (H, W) or (D, H, W)");
  }
}

Op Deconvolution::convolved(const SpatialInput& in, const SpatialNames& names) {
  const Axes& axes = in.op.axes();
  std::vector<WindowLength> windows;
  const Axis made = make_axis(channels(), names.channel);
  std::vector<Axis> filters{make_shadow_axis(made)}, outputs{made};
  for (std::size_t i = 0; i < 3; ++i) {
    WindowLength w = along(axes[i + 1], i, true);
    filters.push_back(resized(axes[i + 1], filter_length(i)));
    outputs.push_back(resized(axes[i + 1], w.transposed_output() + (w.before + w.after)));
    windows.push_back(w);
  }
  filters.push_back(axes[0]);
  outputs.push_back(axes[4]);
  const Op W = parameter_of("W", Axes(std::move(filters)), options().filter_init, "weight");
  // In a deconvolution, padding is cropped from the output, on each side separately.
  std::vector<WindowLength> whole = windows;
  for (WindowLength& w : whole) w.before = w.after = 0;
  const Op out = ng::deconvolution(params(whole), in.op, W, Axes(std::move(outputs)));
  std::vector<SliceItem> items(5);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t length = out.axes()[i + 1].length();
    items[i + 1] = SliceItem::range(windows[i].before, length - windows[i].after);
  }
  return cropped(tensor_slice(out, items));
}

Op Deconvolution::cropped(const Op& out) const {
  if (!out_shape_) return out;
  std::vector<SliceItem> items(5);
  for (std::size_t i = 0; i < out_shape_->size(); ++i) {
    const std::size_t place = 4 - out_shape_->size() + i;
    const std::int64_t length = out.axes()[place].length(), wanted = (*out_shape_)[i];
    if (wanted < 1 || wanted > length) {
      fail("the output cannot be cropped along " + out.axes()[place].name(),
           std::to_string(wanted) + " of " + std::to_string(length) + " elements",
           "1 to " + std::to_string(length));
    }
    const std::int64_t first = (length - wanted) / 2;
    items[place] = SliceItem::range(first, first + wanted);
  }
  return tensor_slice(out, items);
}

LayerOf<Deconvolution> deconvolution(DeconvolutionOptions options, Operand::Where line) {
  return make_layer<Deconvolution>(line, std::move(options));
}

Pooling::Pooling(PoolingOptions options)
    : Layer("Pooling", options.name), options_(std::move(options)) {
  if (options_.pool_type != "max" && options_.pool_type != "avg") {
    fail("unknown pooling type", "'" + options_.pool_type + "'", "max or avg");
  }
  const std::size_t size = options_.pool_shape.size();
  if (size > 4 || (size == 0) == options_.pool_lengths.empty()) {
    fail("invalid pooling shape", std::to_string(size) + " numbers",
         "(W), (H, W), (D, H, W) or (C, D, H, W), or lengths by name");
  }
  for (std::size_t i = 0; i < size; ++i) {
    options_.pool_lengths[roles[4 - size + i]] = options_.pool_shape[i];
  }
}

Op Pooling::operator()(const Op& in, const SpatialNames& names) {
  return in_scope([&] { return pooled(in, names); });
}

Op Pooling::pooled(const Op& in, const SpatialNames& names) {
  const auto refuse_as = [this](ErrorKind kind) -> Refusal {
    return [this, kind](std::string what, std::string found, std::string expected) {
      fail(std::move(what), std::move(found), std::move(expected), {}, kind);
    };
  };
  const SpatialInput input = spatial_input(in, names, refuse_as(ErrorKind::incompatible_axes));
  const Axes& axes = input.op.axes();
  const WindowLengths lengths(options_.pool_lengths, 1);
  constexpr const char* windows_by[] = {"J", "T", "R", "S"};
  constexpr const char* letter[] = {"c", "d", "h", "w"};
  WindowParams params;
  std::vector<Axis> outputs;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool pools = options_.pool_lengths.count(roles[i]) > 0;
    const WindowLength w = window_length(
        axes[i].name(), axes[i].length(), lengths[roles[i]], pools ? options_.strides[roles[i]] : 1,
        1, pools ? options_.padding[roles[i]] : WindowPadding(std::int64_t{0}), false,
        refuse_as(ErrorKind::value));
    if (w.before >= w.span() || w.after >= w.span()) {
      fail("a window along " + w.axis + " would lie completely in the padding",
           "padding " + std::to_string(std::max(w.before, w.after)),
           "less than the window, " + std::to_string(w.span()));
    }
    params[windows_by[i]] = w.filter;
    params[std::string("str_") + letter[i]] = w.stride;
    set_padding(params, letter[i], w);
    outputs.push_back(resized(axes[i], w.output()));
  }
  outputs.push_back(axes[4]);
  const Op out = ng::pooling(options_.pool_type, params, input.op, Axes(std::move(outputs)));
  return spatial_output(out, input.axes);
}

LayerOf<Pooling> pooling(PoolingOptions options, Operand::Where line) {
  return make_layer<Pooling>(line, std::move(options));
}

}  // namespace ng::neon
