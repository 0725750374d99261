// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/steps/step_graphs.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string_view>

namespace ng {
namespace {

const cuda::Driver& driver() {
  return cuda_driver().functions;
}

}  // namespace

GraphUse StepGraphs::from_environment() {
  const char* given = std::getenv("NGRAPH_CUDA_GRAPHS");
  const std::string_view text = given ? given : "";
  return text == "off" ? GraphUse::off : text == "first" ? GraphUse::first : GraphUse::steady;
}

StepGraphs::~StepGraphs() {
  for (Captured& each : captured_) release(each);
  if (!stream_) return;
  device_->give_back([stream = stream_] { driver().stream_destroy(stream); });
}

void StepGraphs::release(Captured& captured) noexcept {
  if (!captured.graph) return;
  device_->give_back([graph = captured.graph] { driver().graph_exec_destroy(graph); });
  captured.graph = nullptr;
}

StepGraphs::Captured& StepGraphs::entry(std::size_t begin, std::size_t end) {
  const auto known = std::find_if(captured_.begin(), captured_.end(), [&](const Captured& each) {
    return each.begin == begin && each.end == end;
  });
  if (known != captured_.end()) return *known;
  captured_.push_back({begin, end, {}, nullptr});
  return captured_.back();
}

// Null if the driver or a step refuses; the steps then run one by one, where errors are reported.
cuda::GraphExec StepGraphs::capture(const Start& start) {
  if (!stream_ && driver().stream_create(&stream_, cuda::non_blocking) != 0) return nullptr;
  if (driver().stream_begin_capture(stream_, cuda::capture_thread_local) != 0) return nullptr;
  bool started = true;
  try {
    start(stream_);
  } catch (const std::exception&) {
    started = false;
  }
  cuda::Graph graph = nullptr;
  cuda::GraphExec executable = nullptr;
  const bool ended = driver().stream_end_capture(stream_, &graph) == 0;
  if (started && ended && driver().graph_instantiate(&executable, graph, 0) != 0)
    executable = nullptr;
  if (graph) driver().graph_destroy(graph);
  return executable;
}

bool StepGraphs::launch(std::size_t begin, std::size_t end, std::span<std::byte* const> addresses,
                        const Start& start) {
  if (use_ == GraphUse::off || failed_) return false;
  device_->make_current();
  Captured& known = entry(begin, end);
  if (!std::equal(addresses.begin(), addresses.end(), known.addresses.begin(),
                  known.addresses.end())) {
    release(known);
    known.addresses.assign(addresses.begin(), addresses.end());
    if (use_ == GraphUse::steady) return false;
  }
  if (!known.graph) known.graph = capture(start);
  failed_ = !known.graph;
  if (failed_) return false;
  demand_cuda(driver().graph_launch(known.graph, device_->stream()), "starting a graph of steps");
  return true;
}

}  // namespace ng
