// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/backend_table.h"

#include "engine/backends/cpu/cpu_backend.h"
#include "engine/backends/gpu/gpu_backend.h"
#include "engine/backends/reference/reference_backend.h"
#include "engine/base/error.h"

namespace ng {

std::span<const Backend* const> backend_table() {
  static const Backend* const rows[] = {&cpu_backend(), &gpu_backend(), &reference_backend()};
  return rows;
}

const Backend& oracle_backend() {
  for (const Backend* row : backend_table()) {
    if (row->capabilities().oracle) return *row;
  }
  refuse(ErrorKind::internal, "no backend is the oracle");
}

const Backend* find_backend(std::string_view name) {
  for (const Backend* row : backend_table()) {
    if (row->name() == name) return row;
  }
  return gpu_backend(name);
}

}  // namespace ng
