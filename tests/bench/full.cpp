// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/full.h"

#include <algorithm>
#include <climits>
#include <functional>

#include "tests/bench/arrays.h"
#include "tests/bench/comparison.h"
#include "tests/bench/full_peers.h"
#include "tests/bench/image_models.h"
#include "tests/bench/image_networks.h"
#include "tests/bench/index_models.h"
#include "tests/bench/networks.h"
#include "tests/bench/profile.h"
#include "tests/bench/quantised_models.h"
#include "tests/bench/sequence_models.h"

namespace ng::bench {
namespace {

class Full {
 public:
  Full(const FullOptions& options, Report& report)
      : options_(options),
        report_(report),
        peers_(options.peers, Hardware::cpu, options.threads, report) {}

  void run() {
    training("MLP 784-1000-10, batch 128, a step", "mlp", mlp_step);
    training("convolutional net, batch 128, a step", "convnet", convnet_step);
    array("convolutional net, forward", "convnet_forward", [] { return convnet_forward(128); });
    array("convolutional net, forward, batch 1", "convnet_forward_1",
          [] { return convnet_forward(1); });
    training("LSTM 30 x 64, H 10, batch 50, a step", "lstm_10", [] { return lstm_step(10, 50); });
    training("LSTM 30 x 64, H 128, batch 128, a step", "lstm_128",
             [] { return lstm_step(128, 128); });
    for (const ImageNetwork& network : image_networks()) step_of(network);
    for (const auto& models : {image_models(), sequence_models()}) {
      for (const NamedModel& model : models)
        array(model.name, model.peers_case, [&model] { return imported(model.make()); });
    }
    for (const NamedModel& model : quantised_models()) {
      array(
          model.name, model.peers_case, [&model] { return imported(model.make()); }, {},
          quantised_tolerance);
    }
    for (const std::int64_t elements : {1000, 1'000'000, 30'000'000}) chains(elements);
    softmax_of(1024, 1024);
    softmax_of(64, 32000);
    array("layer norm 1024 x 1024", "layer_norm_1024x1024", [] { return layer_norm(1024, 1024); });
    index("TopK, 10 of 8 x 4000", "top_k_8x4000");
    index("running sum 8 x 4000", "running_sum_8x4000");
    index("a position in a cache 8 x 512 x 64", "cache_8x512x64");
    index("scatter-add 1000 x 8", "scatter_add_1000x8");
    index("512 rows of 30000 x 64", "embedding_30000x64");
    for (const MatmulShape& shape : matmul_shapes()) {
      array("matmul " + to_string(shape), "matmul_" + to_string(shape),
            [&shape] { return matmul(shape); });
    }
    array("matmul of uint8 and int8, " + to_string(byte_matmul_shape), "byte_matmul",
          [] { return byte_matmul(byte_matmul_shape); });
    array("MLP 512-1024-512 in float16, batch 64, forward", "half_mlp", half_mlp);
  }

 private:
  using Make = std::function<Prepared()>;

  bool wanted(const std::string& what) const {
    return what.find(options_.only) != std::string::npos;
  }
  std::string named(const std::string& what) const {
    return what + ", " + std::to_string(options_.threads) + "t";
  }

  void against(const std::string& what, Prepared& ours, std::vector<Contender> others,
               bool in_place, int rounds) {
    std::vector<Contender> contenders = {
        {"", [&ours](std::int64_t calls) { return timed(calls, [&] { ours.call(); }); }}};
    for (Contender& other : others) contenders.push_back(std::move(other));
    compare(named(what), contenders, rounds, report_);
    if (options_.profile) {
      report_.profiles.emplace_back(named(what), profile(ours, rounds));
    }
    if (!in_place) return;
    contenders[0].seconds = [&ours](std::int64_t calls) {
      return timed(calls, [&] { ours.run(); });
    };
    compare(named(what) + ", without copying", contenders, rounds, report_);
  }

  void training(const std::string& what, const std::string& peers_case, const Make& make,
                int most_rounds = INT_MAX) {
    if (!wanted(what)) return;
    Prepared ours = make();
    against(what, ours, peers_.contenders(peers_case, ours.first_numbers(3)), false,
            std::min(options_.rounds, most_rounds));
  }

  // A step takes up to a second, so that a few rounds suffice.
  void step_of(const ImageNetwork& network) {
    const std::string side = std::to_string(network.side);
    training(
        network.name + ", images " + side + " x " + side + ", batch " +
            std::to_string(network.batch) + ", a step",
        network.name, [&network] { return image_step(network); }, 7);
  }

  void array(const std::string& what, const std::string& peers_case, const Make& make,
             const std::vector<Contender>& others = {}, double tolerance = 1e-3) {
    if (!wanted(what)) return;
    Prepared ours = make();
    std::vector<Contender> all = peers_.contenders(peers_case, ours.sampled(8), tolerance);
    all.insert(all.end(), others.begin(), others.end());
    against(what, ours, std::move(all), true, options_.rounds);
  }

  void index(const std::string& what, const std::string& peers_case) {
    array(what, peers_case, [&] { return imported(index_models().at(peers_case)()); });
  }

  void chains(std::int64_t elements) {
    const std::string count = std::to_string(elements), what = "5-op chain, " + count;
    if (!wanted(what)) return;
    CopyKernel copy(elements);
    array(what, "chain_" + count, [elements] { return chain(elements); },
          {{"our copy kernel",
            [&copy](std::int64_t calls) { return timed(calls, [&] { copy.call(); }); }}});
  }

  void softmax_of(std::int64_t rows, std::int64_t columns) {
    const std::string r = std::to_string(rows), c = std::to_string(columns);
    array("softmax " + r + " x " + c, "softmax_" + r + "x" + c,
          [=] { return softmax_rows(rows, columns); });
  }

  const FullOptions& options_;
  Report& report_;
  FullPeers peers_;
};

}  // namespace

void bench_full(const FullOptions& options, Report& report) {
  Full(options, report).run();
}

}  // namespace ng::bench
