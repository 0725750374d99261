// SPDX-License-Identifier: Apache-2.0
// ngraph_bench [--json] [--rounds N] [--peers FOLDER] [--large-ops N]: compares our computations
// with peers on this machine; the large document has N ops. --full [--threads N] runs the networks
// and large arrays instead, every contender on N threads; --gpu the networks and large arrays on
// the GPU; --only TEXT selects the rows whose name contains TEXT; --profile lists each row's steps
// by time. NGRAPH_BENCH_CLOCK=cpu measures processor time.
#include <csignal>
#include <cstdio>
#include <stdexcept>

#include "tests/bench/comparison.h"
#include "tests/bench/compile.h"
#include "tests/bench/computations.h"
#include "tests/bench/full.h"
#include "tests/bench/gpu_rows.h"
#include "tests/bench/large.h"
#include "tests/bench/measure.h"
#include "tests/bench/onnx_model.h"
#include "tests/bench/onnx_runtime.h"
#include "tests/bench/options.h"
#include "tests/bench/peer.h"
#include "tests/bench/quiet.h"
#include "tests/bench/report.h"
#include "tests/bench/serve.h"
#include "tests/bench/window.h"
#include "tests/support/checkout.h"

namespace ng::bench {
namespace {

struct Peers {
  std::vector<std::unique_ptr<Peer>> python;
  std::unique_ptr<OnnxRuntime> onnx_runtime;
};

Peers find_peers(const std::string& folder, Report& report) {
  Peers peers;
  std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
      {"torch", python_peer("torch_peer.py")}, {"numpy", python_peer("numpy_peer.py")}};
  if (!folder.empty()) {
    commands.emplace_back("torch from PyPI",
                          python_peer("torch_peer.py", folder + "/torch/python"));
  }
  for (const auto& [name, command] : commands) {
    try {
      peers.python.push_back(std::make_unique<Peer>(command));
    } catch (const std::runtime_error& reason) {
      report.left_out.push_back(name + ": " + reason.what());
    }
  }
  const std::string library = onnx_runtime_library(folder);
  try {
    if (library.empty()) throw std::runtime_error("no library in " + folder);
    peers.onnx_runtime = std::make_unique<OnnxRuntime>(library, onnx_x_plus_one());
  } catch (const std::runtime_error& reason) {
    report.left_out.push_back(std::string("ONNX Runtime: ") + reason.what());
  }
  return peers;
}

void bench_x_plus_one(Peers& peers, int rounds, Report& report) {
  XPlusOne ours;
  std::vector<Contender> contenders = {
      {"", [&](std::int64_t calls) { return timed(calls, [&] { ours.call_raw(); }); }}};
  std::vector<Contender> with_arrays = {
      {"", [&](std::int64_t calls) { return timed(calls, [&] { ours.call_checked(); }); }}};
  if (OnnxRuntime* ort = peers.onnx_runtime.get()) {
    require_equal("ONNX Runtime", {ort->value_of(1)}, ours.values());
    contenders.push_back({"ONNX Runtime " + ort->version() + ", C API",
                          [ort](std::int64_t calls) { return timed(calls, [&] { ort->run(); }); }});
  }
  for (const auto& peer : peers.python) {
    require_equal(peer->name(), peer->values("x_plus_one"), ours.values());
    contenders.push_back(contender(*peer, "x_plus_one"));
    with_arrays.push_back(contender(*peer, "x_plus_one"));
  }
  compare("x + 1, a call", contenders, rounds, report);
  compare("x + 1, a call with arrays", with_arrays, rounds, report);
}

void bench_step(Peers& peers, int rounds, Report& report) {
  Step ours;
  std::vector<Contender> contenders = {
      {"", [&](std::int64_t calls) { return timed(calls, [&] { ours.call_raw(); }); }}};
  std::vector<Contender> with_arrays = {
      {"", [&](std::int64_t calls) { return timed(calls, [&] { ours.call_checked(); }); }}};
  for (const auto& peer : peers.python) {
    require_equal(peer->name(), peer->values("step"), ours.values());
    contenders.push_back(contender(*peer, "step"));
    with_arrays.push_back(contender(*peer, "step"));
  }
  compare("logistic regression 4 x 128, a step", contenders, rounds, report);
  compare("logistic regression, a step with arrays", with_arrays, rounds, report);
}

// Calls from Python programs, ours and the peers'; each program times itself.
void bench_from_python(Peers& peers, int rounds, Report& report) {
#ifdef NGRAPH_PYTHON_PACKAGE
  std::vector<std::string> command = python_peer("ngraph_peer.py");
  command.push_back(testing::build_file("python"));
  try {
    Peer ours(command);
    for (const auto& [row, what] : {std::pair("x + 1, from Python", "x_plus_one"),
                                    std::pair("logistic regression, from Python", "step")}) {
      std::vector<Contender> contenders = {contender(ours, what)};
      for (const auto& peer : peers.python) {
        require_equal(peer->name(), peer->values(what), ours.values(what));
        contenders.push_back(contender(*peer, what));
      }
      compare(row, contenders, rounds, report);
    }
  } catch (const std::runtime_error& reason) {
    report.left_out.push_back(std::string("calls from Python: ") + reason.what());
  }
#else
  (void)peers, (void)rounds;
  report.left_out.emplace_back("calls from Python: the package is not built");
#endif
}

Report run(const Options& options) {
  Report report;
  if (options.full) {
    setenv("NGRAPH_THREADS", std::to_string(options.threads).c_str(), 1);
    bench_full({options.only, options.peers, options.threads, options.rounds, options.profile},
               report);
    return report;
  }
  if (options.gpu) {
    bench_gpu({options.only, options.peers, 1, options.rounds, options.profile}, report);
    return report;
  }
  Peers peers;
  if (!options.peers.empty()) peers = find_peers(options.peers, report);
  bench_x_plus_one(peers, options.rounds, report);
  bench_step(peers, options.rounds, report);
  if (!options.peers.empty()) bench_from_python(peers, options.rounds, report);
  bench_compile(options.rounds, report);
  bench_window(options.rounds, report);
  bench_large(options.large_ops, report);
  return report;
}

}  // namespace
}  // namespace ng::bench

int main(int argc, char** argv) try {
  ng::bench::Options options;
  if (!ng::bench::parse(argc, argv, options)) {
    std::fputs(ng::bench::kUsage, stderr);
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  if (!options.compile_once.empty()) {
    ng::bench::compile_once(options.compile_once);
    return 0;
  }
  if (!options.serve.empty()) {
    ng::bench::serve(options.serve, options.peers);
    return 0;
  }
  ng::bench::Report report = ng::bench::run(options);
  const ng::bench::Rounds rounds = ng::bench::rounds_so_far();
  report.disturbed = rounds.all ? static_cast<double>(rounds.disturbed) / rounds.all : 0;
  std::fputs((options.json ? json(report) : table(report)).c_str(), stdout);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "ngraph_bench: %s\n", error.what());
  return 1;
}
