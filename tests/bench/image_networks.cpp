// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/image_networks.h"

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/bench/networks.h"
#include "tests/support/checkout.h"

namespace ng::bench {
namespace {

std::int64_t windows(std::int64_t length, std::int64_t size, std::int64_t stride,
                     std::int64_t padding) {
  return (length + 2 * padding - size) / stride + 1;
}

Op weights(const Axes& axes, std::int64_t fan_in) {
  return variable(axes, uneven(axes.lengths(), 1 / std::sqrt(static_cast<double>(fan_in))));
}

// The axes of `x` (C, D, H, W, N) after a window.
Axes after(const Op& x, const Axis& channels, std::int64_t size, std::int64_t stride,
           std::int64_t padding) {
  const Axes& in = x.axes();
  const auto length = [&](int i) { return windows(in[i].length(), size, stride, padding); };
  return {channels, in[1], make_axis(length(2), "H"), make_axis(length(3), "W"), in[4]};
}

Op convolved(const Op& x, std::int64_t filters, std::int64_t size, std::int64_t stride,
             std::int64_t padding) {
  const Axis k = make_axis(filters, "C"), out = make_axis(filters, "K");
  const Op w =
      weights({x.axes()[0], make_axis(1, "T"), make_axis(size, "R"), make_axis(size, "S"), out},
              x.axes()[0].length() * size * size);
  const WindowParams params = {{"pad_d", 0}, {"pad_h", padding}, {"pad_w", padding},
                               {"str_d", 1}, {"str_h", stride},  {"str_w", stride},
                               {"dil_d", 1}, {"dil_h", 1},       {"dil_w", 1}};
  const Op made = convolution(params, x, w, after(x, k, size, stride, padding));
  return maximum(made + variable({k}, 0.0), 0.0);
}

Op pooled(const Op& x, std::int64_t size, std::int64_t stride, std::int64_t padding) {
  const WindowParams params = {{"J", 1},     {"T", 1},     {"R", size},        {"S", size},
                               {"pad_c", 0}, {"pad_d", 0}, {"pad_h", padding}, {"pad_w", padding},
                               {"str_c", 1}, {"str_d", 1}, {"str_h", stride},  {"str_w", stride}};
  return pooling("max", params, x, after(x, x.axes()[0], size, stride, padding));
}

// The branches have axes H and W of their own, of the lengths of x.
Op inception(const Op& x, const std::vector<std::int64_t>& n) {
  const std::vector<Op> branches = {convolved(x, n[0], 1, 1, 0),
                                    convolved(convolved(x, n[1], 1, 1, 0), n[2], 3, 1, 1),
                                    convolved(convolved(x, n[3], 1, 1, 0), n[4], 5, 1, 2),
                                    convolved(pooled(x, 3, 1, 1), n[5], 1, 1, 0)};
  return concat_along_axis(branches, branches[0].axes()[0]);
}

Op affine(const Op& x, std::int64_t units) {
  const Axis f = make_axis(units);
  const Axes features = x.axes().sample_axes();
  return dot(weights(Axes(f) + features, features.element_count()), x) + variable({f}, 0.0);
}

Op applied(const ImageNetwork::Layer& layer, const Op& x) {
  const std::vector<std::int64_t>& n = layer.numbers;
  switch (layer.kind) {
    case 'c': return convolved(x, n.at(0), n.at(1), n.at(2), n.at(3));
    case 'm': return pooled(x, n.at(0), n.at(1), n.at(2));
    case 'i': return inception(x, n);
    case 'a': return mean(x, out_axes({x.axes()[0], x.axes()[4]}));
    case 'f': return maximum(affine(x, n.at(0)), 0.0);
    case 'o': return affine(x, n.at(0));
  }
  throw std::runtime_error(std::string("image_networks.list: unknown layer ") + layer.kind);
}

}  // namespace

std::vector<ImageNetwork> image_networks() {
  std::ifstream file(testing::source_file("tests/bench/image_networks.list"));
  if (!file) throw std::runtime_error("tests/bench/image_networks.list cannot be read");
  std::vector<ImageNetwork> networks;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    ImageNetwork network;
    words >> network.name >> network.side >> network.batch;
    std::string numbers;
    for (ImageNetwork::Layer layer; words >> layer.kind >> numbers;) {
      layer.numbers.clear();
      std::istringstream parts(numbers);
      for (std::string part; std::getline(parts, part, ',');)
        layer.numbers.push_back(std::stoll(part));
      network.layers.push_back(layer);
    }
    networks.push_back(std::move(network));
  }
  return networks;
}

Prepared image_step(const ImageNetwork& network) {
  const Axis n = make_axis(network.batch, "N");
  const Op x = placeholder({make_axis(3, "C"), make_axis(1, "D"), make_axis(network.side, "H"),
                            make_axis(network.side, "W"), n});
  const Op labels = placeholder({n});
  Op out = x;
  for (const ImageNetwork::Layer& layer : network.layers) out = applied(layer, out);
  return {descent(cross_entropy_of(out, out.axes()[0], labels), {x, labels}),
          {uneven(x.axes().lengths(), 1), classes({network.batch}, out.axes()[0].length())}};
}

}  // namespace ng::bench
