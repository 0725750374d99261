// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/full.h"

#include <functional>
#include <memory>
#include <stdexcept>

#include "tests/bench/arrays.h"
#include "tests/bench/comparison.h"
#include "tests/bench/networks.h"
#include "tests/bench/profile.h"

namespace ng::bench {
namespace {

class Full {
 public:
  Full(const FullOptions& options, Report& report) : options_(options), report_(report) {
    if (options.peers.empty()) return;
    for (const std::string name : {"torch", "numpy"}) {
      try {
        peers_.push_back(std::make_unique<PythonPeer>(
            std::string(NGRAPH_SOURCE_DIR "/tests/bench/peers/") + name + "_full_peer.py",
            options.threads));
      } catch (const std::runtime_error& reason) {
        report.left_out.push_back(name + ": " + reason.what());
      }
    }
  }

  void run() {
    training("MLP 784-1000-10, batch 128, a step", "mlp", mlp_step);
    training("convolutional net, batch 128, a step", "convnet", convnet_step);
    array("the same, forward", "convnet_forward", convnet_forward);
    training("LSTM 30 x 64, H 10, batch 50, a step", "lstm_10", [] { return lstm_step(10, 50); });
    training("LSTM 30 x 64, H 128, batch 128, a step", "lstm_128",
             [] { return lstm_step(128, 128); });
    for (const std::int64_t elements : {1000, 1'000'000, 30'000'000}) chains(elements);
    array("softmax 1024 x 1024", "softmax_1024x1024", [] { return softmax_rows(1024, 1024); });
    array("softmax 64 x 32000", "softmax_64x32000", [] { return softmax_rows(64, 32000); });
    array("layer norm 1024 x 1024", "layer_norm", [] { return layer_norm(1024, 1024); });
    products();
  }

 private:
  using Make = std::function<Prepared()>;

  bool wanted(const std::string& what) const {
    return what.find(options_.only) != std::string::npos;
  }
  std::string named(const std::string& what) const {
    return what + ", " + std::to_string(options_.threads) + "t";
  }

  void against(const std::string& what, const std::string& peers_case, Prepared& ours,
               const std::vector<double>& values, std::vector<Contender> others,
               bool in_place = false) {
    std::vector<Contender> contenders = {
        {"", [&ours](std::int64_t calls) { return timed(calls, [&] { ours.call(); }); }}};
    for (Contender& other : others) contenders.push_back(std::move(other));
    for (const auto& peer : peers_) {
      if (peers_case.empty()) continue;
      const std::vector<double> theirs = peer->values(peers_case);
      if (theirs.empty()) continue;
      require_equal(peer->name() + ", " + what + ",", theirs, values, 1e-3);
      contenders.push_back(contender(*peer, peers_case));
    }
    compare(named(what), contenders, options_.rounds, report_);
    if (options_.profile) {
      report_.profiles.emplace_back(named(what), profile(ours, options_.rounds));
    }
    if (!in_place) return;
    contenders[0].seconds = [&ours](std::int64_t calls) {
      return timed(calls, [&] { ours.run(); });
    };
    compare(named("  without copying in and out"), contenders, options_.rounds, report_);
  }

  void training(const std::string& what, const std::string& peers_case, const Make& make) {
    if (!wanted(what)) return;
    Prepared ours = make();
    against(what, peers_case, ours, ours.first_numbers(3), {});
  }

  void array(const std::string& what, const std::string& peers_case, const Make& make,
             std::vector<Contender> others = {}) {
    if (!wanted(what)) return;
    Prepared ours = make();
    against(what, peers_case, ours, ours.sampled(8), std::move(others), true);
  }

  void chains(std::int64_t elements) {
    const std::string count = std::to_string(elements), what = "5-op chain, " + count;
    if (!wanted(what)) return;
    CopyKernel copy(elements);
    array(what, "chain_" + count, [elements] { return chain(elements); },
          {{"a copy of ours",
            [&copy](std::int64_t calls) { return timed(calls, [&] { copy.call(); }); }}});
  }

  void products() {
    constexpr std::int64_t kShapes[][3] = {{128, 128, 128},    {256, 256, 256},    {512, 512, 512},
                                           {1024, 1024, 1024}, {2048, 2048, 2048}, {128, 256, 784},
                                           {128, 1000, 784},   {64, 10, 256},      {32, 4096, 1024},
                                           {10000, 32, 64},    {32, 64, 10000},    {1, 1024, 1024}};
    for (const auto& [m, n, k] : kShapes) {
      const std::string what =
          "matmul " + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
      if (!wanted(what) || !OneDnnProduct::available()) continue;
      Prepared ours = product(m, n, k);
      OneDnnProduct theirs(m, n, k);
      against(what, "", ours, {},
              {{"oneDNN sgemm",
                [&](std::int64_t calls) {
                  return timed(calls, [&] { theirs.call(options_.threads); });
                }}},
              true);
    }
  }

  const FullOptions& options_;
  Report& report_;
  std::vector<std::unique_ptr<PythonPeer>> peers_;
};

}  // namespace

void bench_full(const FullOptions& options, Report& report) {
  Full(options, report).run();
}

}  // namespace ng::bench
