// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer.h"

#include <unistd.h>

#include <sstream>
#include <stdexcept>

#include "tests/support/checkout.h"

namespace ng::bench {
namespace {

// OpenBLAS and OpenMP read these when they are loaded. With OpenMP's default wait policy, spinning
// threads take each other's processor, and peers seem several times slower than they are.
std::vector<std::string> environment(int threads) {
  const std::string count = std::to_string(threads);
  std::vector<std::string> result = {"OMP_NUM_THREADS=" + count, "OPENBLAS_NUM_THREADS=" + count,
                                     "MKL_NUM_THREADS=" + count, "GOMP_SPINCOUNT=2000",
                                     "PYTHONUNBUFFERED=1"};
  for (char** entry = environ; *entry; ++entry) {
    if (std::string(*entry).rfind("PYTHON", 0) != 0) result.emplace_back(*entry);
  }
  return result;
}

}  // namespace

Peer::Peer(std::vector<std::string> command, int threads)
    : process_(std::move(command), environment(threads)), name_(process_.greeting()) {
  if (name_.empty()) throw std::runtime_error("the process ended at start");
  if (name_.rfind("absent: ", 0) == 0) throw std::runtime_error(name_);
}

std::string Peer::ask(const std::string& question) {
  const std::string line = process_.ask(question);
  if (line.empty()) throw std::runtime_error(name_ + " did not answer: " + question);
  return line;
}

double Peer::seconds(const std::string& what, std::int64_t calls) {
  return std::stod(ask(what + " " + std::to_string(calls)));
}

std::vector<double> Peer::values(const std::string& what) {
  std::istringstream in(ask(what + " values"));
  std::vector<double> result;
  for (double value; in >> value;) result.push_back(value);
  return result;
}

std::vector<std::string> python_peer(const std::string& script, const std::string& python) {
  return {python, "-B", testing::source_file("tests/bench/peers/") + script};
}

}  // namespace ng::bench
