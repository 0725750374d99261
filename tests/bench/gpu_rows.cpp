// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/gpu_rows.h"

#include <cstdio>
#include <functional>

#include "engine/backends/backend_table.h"
#include "tests/bench/arrays.h"
#include "tests/bench/comparison.h"
#include "tests/bench/computations.h"
#include "tests/bench/full_peers.h"
#include "tests/bench/networks.h"
#include "tests/bench/profile.h"

namespace ng::bench {
namespace {

const Device& device() {
  return find_backend("gpu")->device();
}

// Copies float32 arrays within the device: the reference for kernels bound by memory bandwidth.
class DeviceCopy {
 public:
  explicit DeviceCopy(std::int64_t elements)
      : bytes_(4 * elements),
        from_(device().allocate(bytes_, "the copy's source")),
        to_(device().allocate(bytes_, "the copy's target")) {}
  ~DeviceCopy() {
    device().free(from_);
    device().free(to_);
  }
  DeviceCopy(const DeviceCopy&) = delete;
  DeviceCopy& operator=(const DeviceCopy&) = delete;

  double seconds(std::int64_t calls) const {
    const double start = seconds_now();
    for (std::int64_t i = 0; i < calls; ++i) device().copy_within(to_, from_, bytes_);
    device().synchronise();
    return seconds_now() - start;
  }

 private:
  const std::int64_t bytes_;
  std::byte* const from_;
  std::byte* const to_;
};

class GpuRows {
 public:
  GpuRows(const FullOptions& options, Report& report)
      : options_(options), report_(report), peers_(options.peers, Hardware::gpu, 1, report) {}

  void run() {
    call_of_x_plus_one();
    training("MLP 784-1000-10, batch 128, a step", "mlp", mlp_step);
    training("convolutional net, batch 128, a step", "convnet", convnet_step);
    array("convolutional net, forward", "convnet_forward", [] { return convnet_forward(128); });
    training("LSTM 30 x 64, H 10, batch 50, a step", "lstm_10", [] { return lstm_step(10, 50); });
    training("LSTM 30 x 64, H 128, batch 128, a step", "lstm_128",
             [] { return lstm_step(128, 128); });
    chain_of(1'000'000);
    chain_of(30'000'000);
    softmax_of(64, 32000);
    softmax_of(32768, 1024);
    layer_norm_of(32768, 1024);
    for (const MatmulShape& shape : matmul_shapes()) {
      if (shape.m * shape.n * shape.k < std::int64_t{1} << 27) continue;
      array("matmul " + to_string(shape), "matmul_" + to_string(shape),
            [&shape] { return matmul(shape); });
    }
  }

 private:
  using Make = std::function<Prepared()>;

  // A row that fails is listed with its reason; the others are measured. Rows are reported as they
  // are measured, because compiling the peers' computations takes minutes.
  void row(const std::string& what, const std::function<void()>& measure) {
    if (what.find(options_.only) == std::string::npos) return;
    const std::size_t before = report_.rows.size();
    try {
      measure();
    } catch (const std::exception& reason) {
      report_.left_out.push_back(what + ": " + reason.what());
      std::fprintf(stderr, "%s: %s\n", what.c_str(), reason.what());
    }
    for (std::size_t i = before; i < report_.rows.size(); ++i) {
      const Row& each = report_.rows[i];
      std::fprintf(stderr, "%s: %.1f µs, %s: %.1f µs\n", each.what.c_str(), each.ours,
                   each.peer.c_str(), each.theirs);
    }
  }

  // Arguments and results are on the host, for all contenders.
  void call_of_x_plus_one() {
    const std::string what = "x + 1, a call";
    row(what, [&] {
      XPlusOne ours;
      std::vector<Contender> contenders = {
          {"", [&](std::int64_t calls) { return timed(calls, [&] { ours.call_raw(); }); }}};
      for (Contender& peer : peers_.contenders("x_plus_one", ours.values()))
        contenders.push_back(std::move(peer));
      compare(what, contenders, options_.rounds, report_);
    });
  }

  void training(const std::string& what, const std::string& peers_case, const Make& make) {
    row(what, [&] {
      Prepared ours = make();
      against(what, ours, peers_.contenders(peers_case, ours.first_numbers(3)));
    });
  }

  void array(const std::string& what, const std::string& peers_case, const Make& make,
             std::int64_t copied = 0) {
    row(what, [&] {
      Prepared ours = make();
      std::vector<Contender> others = peers_.contenders(peers_case, ours.sampled(8));
      const DeviceCopy copy(copied);
      if (copied)
        others.push_back({"a copy", [&](std::int64_t calls) { return copy.seconds(calls); }});
      against(what, ours, std::move(others));
    });
  }

  void against(const std::string& what, Prepared& ours, std::vector<Contender> others) {
    std::vector<Contender> contenders = {{"", [&ours](std::int64_t calls) {
                                            const double start = seconds_now();
                                            for (std::int64_t i = 0; i < calls; ++i) ours.run();
                                            device().synchronise();
                                            return seconds_now() - start;
                                          }}};
    for (Contender& other : others) contenders.push_back(std::move(other));
    compare(what, contenders, options_.rounds, report_);
    if (options_.profile) report_.profiles.emplace_back(what, profile(ours, options_.rounds));
  }

  void chain_of(std::int64_t elements) {
    const std::string count = std::to_string(elements);
    array("5-op chain, " + count, "chain_" + count, [=] { return chain(elements); }, elements);
  }

  void softmax_of(std::int64_t rows, std::int64_t columns) {
    const std::string r = std::to_string(rows), c = std::to_string(columns);
    array(
        "softmax " + r + " x " + c, "softmax_" + r + "x" + c,
        [=] { return softmax_rows(rows, columns); }, rows * columns);
  }

  void layer_norm_of(std::int64_t rows, std::int64_t columns) {
    const std::string r = std::to_string(rows), c = std::to_string(columns);
    array(
        "layer norm " + r + " x " + c, "layer_norm_" + r + "x" + c,
        [=] { return layer_norm(rows, columns); }, rows * columns);
  }

  const FullOptions& options_;
  Report& report_;
  FullPeers peers_;
};

}  // namespace

void bench_gpu(const FullOptions& options, Report& report) {
  set_transformer_factory(make_transformer_factory("gpu"));
  GpuRows(options, report).run();
}

}  // namespace ng::bench
