// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/profile_onnxruntime.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

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

struct Event {
  double begin = 0, microseconds = 0;
  std::string type;  // of the node; empty: a whole call
};

// Nodes and calls.
std::vector<Event> events_of(const JsonField& root) {
  constexpr std::string_view kernel = "_kernel_time";
  std::vector<Event> events;
  for (const JsonField& each : root.items()) {
    const auto category = each.find("cat"), name = each.find("name");
    if (!category || !name || !category->is_text() || !name->is_text()) continue;
    const bool node = category->text() == "Node" && name->text().ends_with(kernel);
    if (!node && name->text() != "model_run") continue;
    Event event{each.at("ts").number(), each.at("dur").number(), {}};
    if (node) event.type = each.at("args").at("op_name").text();
    events.push_back(std::move(event));
  }
  return events;
}

// The nodes of each type in each call but the first.
std::map<std::string, std::vector<double>> sums_of(const std::vector<Event>& events, int calls) {
  std::vector<double> ends;  // of the calls
  for (const Event& event : events)
    if (event.type.empty()) ends.push_back(event.begin + event.microseconds);
  std::sort(ends.begin(), ends.end());
  std::map<std::string, std::vector<double>> sums;
  for (const Event& event : events) {
    const auto call = std::lower_bound(ends.begin(), ends.end(), event.begin) - ends.begin();
    if (event.type.empty() || call < 1 || call > calls) continue;
    std::vector<double>& of_type = sums[event.type];
    of_type.resize(static_cast<std::size_t>(calls));
    of_type[static_cast<std::size_t>(call - 1)] += event.microseconds;
  }
  return sums;
}

std::vector<OnnxRuntimeTime> times_of(const std::vector<Event>& events, int calls) {
  std::vector<OnnxRuntimeTime> times;
  for (const auto& [type, sums] : sums_of(events, calls)) {
    const auto nodes = std::count_if(events.begin(), events.end(),
                                     [&](const Event& event) { return event.type == type; });
    times.push_back({type, median(sums), static_cast<int>(nodes / (calls + 1))});
  }
  std::sort(times.begin(), times.end(), [](const OnnxRuntimeTime& a, const OnnxRuntimeTime& b) {
    return a.microseconds > b.microseconds;
  });
  return times;
}

}  // namespace

OnnxRuntimeProfile profile_onnxruntime(const std::string& path, const std::vector<Tensor>& inputs,
                                       int calls, int threads) {
  OnnxRuntimeProfile made;
  made.calls = calls;
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
    made.version = session.version();
    for (int call = 0; call <= calls; ++call) {
      const Clock::time_point begin = Clock::now();
      session.run(names, inputs, results);
      const std::chrono::duration<double, std::micro> time = Clock::now() - begin;
      if (call > 0) made.whole_calls.push_back(time.count());
    }
  }
  const PrivateFolder folder;
  {
    OnnxRuntimeSession session(path, bytes,
                               {all_optimizations, threads, (folder / "profile").string()});
    for (int call = 0; call <= calls; ++call) session.run(names, inputs, results);
  }
  const JsonText json(profile_in(folder / "", made.version), "the profile of ONNX Runtime");
  made.types = times_of(events_of(json.root()), calls);
  return made;
}

}  // namespace ng
