// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/division.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/base/error.h"
#include "engine/distributed/rank_threads.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

constexpr std::string_view batches_word = "micro-batches", stage_word = "stage",
                           shard_word = "shard-state";

[[noreturn]] void refuse_word(std::string_view word, std::string_view value, std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what =
      "a program cannot be divided by " + std::string(word) + "=" + std::string(value);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::value, std::move(diagnostic));
}

int number_of(std::string_view word, std::string_view value, int least) {
  int number = 0;
  const char* const last = value.data() + value.size();
  const auto [end, error] = std::from_chars(value.data(), last, number);
  if (error != std::errc() || end != last || number < least)
    refuse_word(word, value, "an integer from " + std::to_string(least));
  return number;
}

// Is it one of the words that are not an axis?
bool read_word(std::string_view word, std::string_view value, Division& division) {
  if (word == batches_word) {
    division.micro_batches = number_of(word, value, 1);
  } else if (word == stage_word) {
    division.stage = number_of(word, value, 0);
  } else if (word == shard_word) {
    const auto which = from_name<ShardState>(std::string(value));
    if (!which) refuse_word(word, value, expected_names<ShardState>());
    division.shard_state = *which;
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::vector<MeshAxis> Division::axes_of_graph() const {
  std::vector<MeshAxis> graphs = axes;
  std::erase_if(graphs, [](const MeshAxis& axis) { return axis.is_stages(); });
  return graphs;
}

void Division::set_stages(int stages) {
  axes = axes_of_graph();
  if (stages > 1) axes.push_back({std::string(stage_axis), stages});
  if (stage >= stages) stage = 0;
}

Division read_division(std::string_view text) {
  Division division;
  if (text.empty()) return division;
  std::string axes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const std::size_t sign = part.find('=');
    const std::string_view value = sign == part.npos ? std::string_view() : part.substr(sign + 1);
    if (!read_word(part.substr(0, sign), value, division))
      axes += (axes.empty() ? "" : ",") + std::string(part);
    begin = end + 1;
  }
  if (axes.empty()) return division;
  division.axes = mesh_axes(axes);
  std::stable_partition(division.axes.begin(), division.axes.end(),
                        [](const MeshAxis& axis) { return !axis.is_stages(); });
  return division;
}

std::string division_text(const Division& division) {
  std::string text = mesh_text(division.axes);
  const auto add = [&text](std::string_view word, const std::string& value) {
    text += (text.empty() ? "" : ",") + std::string(word) + "=" + value;
  };
  if (division.micro_batches > 0) add(batches_word, std::to_string(division.micro_batches));
  if (division.stage > 0) add(stage_word, std::to_string(division.stage));
  if (division.shard_state != ShardState::none)
    add(shard_word, std::string(name(division.shard_state)));
  return text;
}

std::vector<std::string> division_options(const Division& division) {
  std::vector<std::string> words;
  const auto add = [&words](std::string_view option, std::string value) {
    words.push_back("--" + std::string(option));
    words.push_back(std::move(value));
  };
  if (const auto axes = division.axes_of_graph(); !axes.empty()) add("parallel", mesh_text(axes));
  if (division.stages() > 1) add(stage_axis, std::to_string(division.stages()));
  if (division.micro_batches > 0) add(batches_word, std::to_string(division.micro_batches));
  if (division.stage > 0) add(stage_word, std::to_string(division.stage));
  if (division.shard_state != ShardState::none)
    add(shard_word, std::string(name(division.shard_state)));
  return words;
}

void divide_into_threads(CompileOptions& options, const Division& division,
                         std::shared_ptr<RankStepTimes> times) {
  options.passes.micro_batches = division.micro_batches;
  options.passes.stage = division.stage;
  options.passes.shard_state = division.shard_state;
  run_ranks_as_threads(options, division.axes, std::move(times));
}

}  // namespace ng
