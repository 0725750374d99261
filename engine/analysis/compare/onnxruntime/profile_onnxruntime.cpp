// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/profile_onnxruntime.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>

#include "engine/analysis/compare/onnxruntime/fused_nodes.h"
#include "engine/analysis/compare/onnxruntime/onnxruntime_session.h"
#include "engine/backends/private_folder.h"
#include "engine/base/error.h"
#include "engine/base/median.h"
#include "engine/base/note.h"
#include "engine/base/quote.h"
#include "engine/base/reader.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/parsing/json_text.h"

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int all_optimizations = 99;

std::string text_of(const std::filesystem::path& path) {
  Reader reader(path.string());
  return reader.text(reader.size());
}

// The file that ONNX Runtime wrote when the session ended: its name contains a time.
std::string profile_in(const std::filesystem::path& folder, const std::string& version) {
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json") return text_of(entry.path());
  refuse(ErrorKind::runtime, "ONNX Runtime " + version + " wrote no profile");
}

// The first call also allocates memory and chooses algorithms.
std::vector<OnnxRuntimeEvent> without_first_call(std::vector<OnnxRuntimeEvent> events) {
  double end = HUGE_VAL;
  for (const OnnxRuntimeEvent& event : events)
    if (event.type.empty()) end = std::min(end, event.begin + event.microseconds);
  std::erase_if(events, [end](const OnnxRuntimeEvent& event) { return event.begin < end; });
  return events;
}

}  // namespace

std::vector<OnnxRuntimeEvent> onnxruntime_events(const std::string& text) {
  constexpr std::string_view kernel = "_kernel_time";
  const JsonText json(text, "the profile of ONNX Runtime");
  std::vector<OnnxRuntimeEvent> events;
  for (const JsonField& each : json.root().items()) {
    const auto category = each.find("cat"), name = each.find("name");
    if (!category || !name || !category->is_text() || !name->is_text()) continue;
    const std::string title = name->text();
    const bool node = category->text() == "Node" && title.ends_with(kernel);
    if (!node && title != "model_run") continue;
    OnnxRuntimeEvent event{{}, {}, each.at("ts").number(), each.at("dur").number()};
    if (node) {
      event.name = title.substr(0, title.size() - kernel.size());
      event.type = each.at("args").at("op_name").text();
    }
    events.push_back(std::move(event));
  }
  return events;
}

std::vector<PeerNode> node_times(const std::vector<OnnxRuntimeEvent>& events) {
  std::vector<double> ends;  // of the calls
  for (const OnnxRuntimeEvent& event : events)
    if (event.type.empty()) ends.push_back(event.begin + event.microseconds);
  std::sort(ends.begin(), ends.end());
  std::vector<PeerNode> nodes;
  std::vector<std::vector<double>> sums;  // of each node in each call
  std::map<std::string, std::size_t> known;
  for (const OnnxRuntimeEvent& event : events) {
    const auto call = static_cast<std::size_t>(
        std::lower_bound(ends.begin(), ends.end(), event.begin) - ends.begin());
    if (event.type.empty() || call == ends.size()) continue;
    const auto [at, is_new] = known.emplace(event.name, nodes.size());
    if (is_new) {
      nodes.push_back({event.name, event.type});
      sums.emplace_back(ends.size());
    }
    sums[at->second][call] += event.microseconds;
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].microseconds = median(sums[i]);
  return nodes;
}

OnnxRuntimeProfile profile_onnxruntime(const std::string& path, const std::vector<Tensor>& inputs,
                                       int calls, int threads) {
  OnnxRuntimeProfile made;
  made.record.program = "ONNX Runtime";
  made.record.calls = calls;
  made.record.threads = threads;
  Notes notes;
  Reader reader(path);
  const auto model = read_onnx(reader, notes);
  const std::vector<std::string> names = input_names(model->graph);
  check(names.size() == inputs.size(), "the document has other inputs than its ONNX model");
  std::vector<std::string> results;
  for (const onnx::ValueInfo& output : model->graph.outputs) results.push_back(output.name);
  const std::string bytes = bytes_of(path);
  {
    OnnxRuntimeSession session(path, bytes, {all_optimizations, threads, {}});
    made.record.version = session.version();
    for (int call = 0; call <= calls; ++call) {
      const Clock::time_point begin = Clock::now();
      session.run(names, inputs, results);
      const std::chrono::duration<double, std::micro> time = Clock::now() - begin;
      if (call > 0) made.record.call_times.push_back(time.count());
    }
  }
  const PrivateFolder folder;
  {
    OnnxRuntimeSession session(path, bytes,
                               {all_optimizations, threads, (folder / "profile").string()});
    for (int call = 0; call <= calls; ++call) session.run(names, inputs, results);
  }
  made.events =
      without_first_call(onnxruntime_events(profile_in(folder / "", made.record.version)));
  made.record.nodes = node_times(made.events);
  const FusedNodes fused(model->graph);
  for (PeerNode& node : made.record.nodes) node.nodes = fused.of(node.name, node.type);
  return made;
}

}  // namespace ng
