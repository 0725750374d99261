// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/backend_table.h"

#include "engine/backends/cpu/cpu_backend.h"
#include "engine/backends/gpu/gpu_backend.h"
#include "engine/backends/reference/reference_backend.h"

namespace ng {

std::span<const Backend* const> backend_table() {
  static const Backend* const rows[] = {&cpu_backend(), &gpu_backend(), &reference_backend()};
  return rows;
}

const Backend* find_backend(std::string_view name) {
  for (const Backend* row : backend_table()) {
    if (row->name() == name) return row;
  }
  return nullptr;
}

}  // namespace ng
