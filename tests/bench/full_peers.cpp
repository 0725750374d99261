// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/full_peers.h"

#include <stdexcept>

#include "tests/bench/comparison.h"

namespace ng::bench {
namespace {

constexpr double kTolerance = 1e-3;

}  // namespace

FullPeers::FullPeers(const std::string& folder, int threads, Report& report) : threads_(threads) {
  if (folder.empty()) return;
  const std::string pypi = folder + "/bin/python";
  const std::pair<std::string, std::string> peers[] = {
      {"torch", kSystemPython}, {"jax", pypi}, {"numpy", kSystemPython}};
  for (const auto& [name, python] : peers) {
    try {
      python_.push_back(std::make_unique<PythonPeer>(name + "_full_peer.py", threads, python));
    } catch (const std::runtime_error& reason) {
      report.left_out.push_back(name + ": " + reason.what());
    }
  }
  try {
    const std::string library = onnx_runtime_library(folder);
    if (library.empty()) throw std::runtime_error("no library of it in " + folder);
    const OnnxApi loads(library);
    onnx_runtime_ = library;
  } catch (const std::runtime_error& reason) {
    report.left_out.push_back(std::string("ONNX Runtime: ") + reason.what());
  }
}

std::vector<Contender> FullPeers::contenders(const std::string& name,
                                             const std::function<OnnxModel()>& model,
                                             const std::vector<double>& values) {
  std::vector<Contender> result;
  for (const auto& peer : python_) {
    const std::vector<double> theirs = peer->values(name);
    if (theirs.empty()) continue;
    require_equal(peer->name() + ", " + name + ",", theirs, values, kTolerance);
    result.push_back(contender(*peer, name));
  }
  session_.reset();
  if (!model || onnx_runtime_.empty()) return result;
  session_ = std::make_unique<OnnxRuntime>(onnx_runtime_, model(), threads_);
  const std::vector<double> theirs = session_->sampled(static_cast<int>(values.size()));
  require_equal("ONNX Runtime, " + name + ",", theirs, values, kTolerance);
  result.push_back({"ONNX Runtime " + session_->version(), [this](std::int64_t calls) {
                      return timed(calls, [this] { session_->run(); });
                    }});
  return result;
}

}  // namespace ng::bench
