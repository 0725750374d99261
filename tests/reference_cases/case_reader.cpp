// SPDX-License-Identifier: Apache-2.0
#include "tests/reference_cases/case_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/formats/archives/npz.h"

namespace ng::cases {
namespace {

// A zip archive without entries consists of its end record.
constexpr std::uintmax_t empty_archive_bytes = 22;

TensorFile read_arrays(const std::string& path) {
  if (std::filesystem::file_size(path) == empty_archive_bytes) return {};
  Reader reader(path);
  Notes notes;
  return read_npz(reader, notes);
}

std::vector<CaseAxis> read_axes(const Json& axes) {
  std::vector<CaseAxis> all;
  for (const auto& [key, axis] : axes.items()) {
    all.push_back({key, axis.value("name", key), axis.at("length")});
  }
  return all;
}

CaseNode read_node(const Json& node) {
  return {node.at("id"),
          node.at("op"),
          node.value("args", Json::array()),
          node.value("kwargs", Json::object()),
          node.value("metadata", Json::object()),
          node.value("name", std::string()),
          node.value("inference", false)};
}

CaseComputation read_computation(const Json& computation) {
  return {computation.at("id"), computation.at("returns"), computation.at("params"),
          computation.value("set", false)};
}

}  // namespace

Case read_case(const std::string& folder) {
  std::ifstream file(folder + "/case.json");
  const Json json = Json::parse(file);
  Case c;
  c.group = json.at("group");
  c.name = json.at("name");
  c.axes = read_axes(json.at("axes"));
  for (const Json& node : json.at("nodes")) c.nodes.push_back(read_node(node));
  for (const Json& each : json.at("computations")) c.computations.push_back(read_computation(each));
  for (const Json& call : json.at("calls")) {
    c.calls.push_back(
        {call.at("comp"), call.value("args", Json::array()), call.value("feed_dict", Json())});
    c.random |= call.contains("seed");
  }
  if (json.contains("error")) {
    c.error = CaseError{json["error"].at("stage"), json["error"].at("type")};
  }
  c.results = json.at("results");
  c.state = json.value("state", Json());
  c.printed = json.value("stdout", std::string());
  c.rtol = std::max(json.at("rtol").get<double>(), 1e-5);
  c.atol = std::max(json.at("atol").get<double>(), 1e-6);
  c.random |= c.group == "random";
  c.inputs = read_arrays(folder + "/inputs.npz");
  c.outputs = read_arrays(folder + "/outputs.npz");
  return c;
}

std::vector<std::string> case_names(const std::string& root) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().filename() != "case.json") continue;
    names.push_back(std::filesystem::relative(entry.path().parent_path(), root).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace ng::cases
