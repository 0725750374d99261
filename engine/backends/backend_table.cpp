// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/backend_table.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <mutex>

#include "engine/backends/cpu/cpu_backend.h"
#include "engine/backends/external/external_backend.h"
#include "engine/backends/gpu/gpu_backend.h"
#include "engine/backends/hetr/hetr_backend.h"
#include "engine/backends/reference/reference_backend.h"
#include "engine/base/error.h"

namespace ng {

namespace fs = std::filesystem;

namespace {

std::vector<const Backend*> own_backends() {
  return {&cpu_backend(), &gpu_backend(), &reference_backend(), &hetr_backend()};
}

// The libraries that were opened. They are never closed: programs may refer to them. One that could
// not be opened is tried again when it is named again: it may have been compiled meanwhile.
class Libraries {
 public:
  const ExternalBackend& open(const fs::path& path) {
    std::error_code none;
    const std::string whole = fs::absolute(path, none).lexically_normal();
    Row* const known = find(whole);
    if (known && known->backend.is_open()) return known->backend;
    ExternalBackend made(whole, cpu_backend());
    if (known && !made.is_open() &&
        made.availability().reason == known->backend.availability().reason)
      return known->backend;
    if (known) known->current = false;
    if (is_taken(made.name())) made.take_name_of_path();
    return all_.emplace_back(Row{std::move(made)}).backend;
  }

  void open_listed() {
    if (listed_) return;
    listed_ = true;
    const char* variable = std::getenv("NGRAPH_TRANSFORMERS");
    std::string_view rest = variable ? variable : "";
    while (!rest.empty()) {
      const auto end = rest.find(':');
      if (end != 0) open_all(fs::path(rest.substr(0, end)));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
  }

  // Also those that cannot be used, with the reason.
  std::vector<const Backend*> shown() const {
    std::vector<const Backend*> rows;
    for (const Row& row : all_)
      if (row.current) rows.push_back(&row.backend);
    return rows;
  }

 private:
  struct Row {
    ExternalBackend backend;
    bool current = true;  // not opened again
  };

  Row* find(const std::string& path) {
    const auto at = std::find_if(all_.begin(), all_.end(), [&](const Row& row) {
      return row.current && row.backend.path() == path;
    });
    return at == all_.end() ? nullptr : &*at;
  }

  bool is_taken(std::string_view name) const {
    const auto has_name = [&](const Backend* each) { return each->name() == name; };
    const std::vector<const Backend*> own = own_backends(), opened = shown();
    return std::any_of(own.begin(), own.end(), has_name) ||
           std::any_of(opened.begin(), opened.end(), has_name);
  }

  void open_all(const fs::path& path) {
    std::error_code none;
    if (!fs::is_directory(path, none)) {
      open(path);
      return;
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(path, none)) {
      if (entry.path().extension() == ".so") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) open(file);
  }

  std::deque<Row> all_;
  bool listed_ = false;
};

std::mutex libraries_mutex;
Libraries& libraries() {
  static Libraries& only = *new Libraries;
  return only;
}

}  // namespace

bool names_library(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".so");
}

std::vector<const Backend*> backend_table() {
  std::vector<const Backend*> rows = own_backends();
  const std::scoped_lock lock(libraries_mutex);
  libraries().open_listed();
  for (const Backend* external : libraries().shown()) rows.push_back(external);
  return rows;
}

const Backend& oracle_backend() {
  for (const Backend* row : own_backends()) {
    if (row->capabilities().oracle) return *row;
  }
  refuse(ErrorKind::internal, "no backend is the oracle");
}

const Backend* find_backend(std::string_view name) {
  if (names_library(name)) {
    const std::scoped_lock lock(libraries_mutex);
    return &libraries().open(fs::path(name));
  }
  for (const Backend* row : backend_table()) {
    if (row->name() == name) return row;
  }
  return gpu_backend(name);
}

}  // namespace ng
