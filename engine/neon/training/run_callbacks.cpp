// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/run_callbacks.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/atomic_file.h"
#include "engine/base/quote.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/neon/training/training.h"
#include "engine/parsing/json_field.h"
#include "engine/records/tensor_record.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

// JSON cannot represent non-finite numbers.
ordered_json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

std::string log_line(const TrainingRun& run) {
  ordered_json line = {{"epoch", run.epoch()}, {"iteration", run.iteration()}};
  ordered_json results = ordered_json::object(), evaluations = ordered_json::object();
  for (const TensorRecord& result : run.results()) {
    if (result.value.size() == 1) results[result.name] = number(result.value.item());
  }
  for (std::size_t i = 0; i < run.plan().evaluations.size(); ++i) {
    if (const auto value = run.last_evaluation(i)) {
      evaluations[run.plan().evaluations[i].name] = number(*value);
    }
  }
  line["results"] = std::move(results);
  line["evaluations"] = std::move(evaluations);
  line["microseconds_per_call"] = run.microseconds_per_call();
  return line.dump() + "\n";
}

void add_line(const std::string& document, const std::string& log, const std::string& line) {
  errno = 0;  // a full disk can also cut a line short without an error
  const int file = open_inside(document, log, O_WRONLY | O_CREAT | O_APPEND);
  const bool written =
      file >= 0 && ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  const int error = errno;
  if (file >= 0) ::close(file);
  if (written) return;
  Diagnostic diagnostic;
  diagnostic.what = "cannot write the log " + quote(folder_of(document) + "/" + log);
  if (error != 0) diagnostic.found = std::strerror(error);
  diagnostic.action = "check that its folder exists, is writable and has free space";
  refuse(ErrorKind::system, std::move(diagnostic));
}

// The iteration of a line of the log; INT64_MAX for an incomplete line.
std::int64_t iteration_of(const std::string& line) {
  Reader reader(std::as_bytes(std::span(line)), "a line of the log");
  try {
    const JsonTree tree = parse_json(reader);
    return JsonField(tree, reader).at("iteration").integer(INT64_MIN, INT64_MAX);
  } catch (const Error&) {
    return INT64_MAX;
  }
}

// Removes the lines of calls after `iteration`, and an incomplete line with all that follows it.
void drop_lines_after(const std::string& path, std::int64_t iteration) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return;
  std::string kept, line;
  while (std::getline(file, line) && !file.eof()) {
    if (iteration_of(line) > iteration) break;
    kept += line + "\n";
  }
  file.close();
  write_file(path, kept);
}

}  // namespace

bool RunCallbacks::stops_at_non_finite() const {
  return std::any_of(callbacks_.begin(), callbacks_.end(), [](const PlanCallback& callback) {
    return callback.kind == PlanCallback::Kind::stop_at_non_finite;
  });
}

void RunCallbacks::after_epoch(const TrainingRun& run, bool writes) {
  const bool last = run.iteration() >= run.total();
  for (std::size_t i = 0; i < callbacks_.size(); ++i) {
    const PlanCallback& callback = callbacks_[i];
    if (callback.kind == PlanCallback::Kind::stop_at_non_finite) continue;
    if (run.epoch() % callback.every != 0 && !last) continue;
    const std::string file = path_inside(path_, callback.file);
    if (callback.kind == PlanCallback::Kind::checkpoint) {
      const Checkpoint checkpoint = run.checkpoint(CheckpointRanks::writer);
      if (writes) write_checkpoint(file, checkpoint);
    } else if (writes) {
      if (const auto kept = std::exchange(kept_[i], {})) drop_lines_after(file, *kept);
      add_line(path_, callback.file, log_line(run));
    }
  }
}

}  // namespace ng
