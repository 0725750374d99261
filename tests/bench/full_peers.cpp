// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/full_peers.h"

#include <stdexcept>

#include "tests/bench/comparison.h"
#include "tests/bench/new_process.h"
#include "tests/bench/serve.h"

namespace ng::bench {
namespace {

struct Candidate {
  std::string name;
  std::vector<std::string> command;
};

std::vector<Candidate> gpu_candidates(const std::string& folder) {
  if (folder.empty()) return {};
  std::vector<std::string> torch = python_peer("torch_full_peer.py", folder + "/torch/python");
  std::vector<std::string> jax = python_peer("jax_full_peer.py", folder + "/bin/python");
  torch.emplace_back("cuda");
  jax.emplace_back("cuda");
  std::vector<std::string> compiled = torch;
  compiled.emplace_back("compiled");
  return {{"torch", torch}, {"torch, compiled", compiled}, {"jax", jax}};
}

std::vector<Candidate> candidates(const std::string& folder) {
  const Candidate one_dnn = {"oneDNN", {this_program(), "--serve", kServeOneDnn}};
  if (folder.empty()) return {one_dnn};
  const std::string torch = "torch_full_peer.py", newer = folder + "/torch/python";
  std::vector<std::string> compiled = python_peer(torch, newer);
  compiled.emplace_back("compiled");
  return {{"torch", python_peer(torch)},
          {"torch from PyPI", python_peer(torch, newer)},
          {"torch from PyPI, compiled", compiled},
          {"jax", python_peer("jax_full_peer.py", folder + "/bin/python")},
          {"numpy", python_peer("numpy_full_peer.py")},
          {"ONNX Runtime", {this_program(), "--serve", kServeOnnxRuntime, "--peers", folder}},
          one_dnn};
}

}  // namespace

FullPeers::FullPeers(const std::string& folder, Hardware where, int threads, Report& report)
    : report_(report) {
  const auto all = where == Hardware::gpu ? gpu_candidates(folder) : candidates(folder);
  for (const auto& [name, command] : all) {
    try {
      peers_.push_back(std::make_unique<Peer>(command, threads));
    } catch (const std::runtime_error& reason) {
      report.left_out.push_back(name + ": " + reason.what());
    }
  }
}

std::vector<Contender> FullPeers::contenders(const std::string& name,
                                             const std::vector<double>& values, double tolerance) {
  std::vector<Contender> result;
  for (auto& peer : peers_) {
    std::vector<double> theirs;
    try {
      if (peer) theirs = peer->values(name);
    } catch (const std::runtime_error& reason) {
      report_.left_out.emplace_back(reason.what());
      peer.reset();
    }
    if (theirs.empty()) continue;
    require_equal(peer->name() + ", " + name + ",", theirs, values, tolerance);
    result.push_back(contender(*peer, name));
  }
  return result;
}

}  // namespace ng::bench
