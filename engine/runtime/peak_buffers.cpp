// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/peak_buffers.h"

#include <algorithm>

#include "engine/base/number.h"

namespace ng {
namespace {

constexpr std::size_t most_named = 5;

std::string size_text(std::int64_t bytes) {
  constexpr double mebibyte = 1 << 20, kibibyte = 1 << 10;
  const auto size = static_cast<double>(bytes);
  return size >= mebibyte ? fixed(size / mebibyte, 1) + " MiB" : fixed(size / kibibyte, 1) + " KiB";
}

bool is_alive(const Buffer& buffer, int step) {
  if (buffer.kind != BufferKind::temporary) return true;
  return buffer.first_step <= step && step <= buffer.last_step;
}

// Step at which the temporaries that are alive have the most bytes.
int peak_step(const Program& program) {
  std::vector<std::int64_t> change(program.steps.size() + 1);
  for (const Buffer& buffer : program.buffers) {
    if (buffer.kind != BufferKind::temporary || buffer.first_step < 0) continue;
    change[static_cast<std::size_t>(buffer.first_step)] += buffer.bytes;
    change[static_cast<std::size_t>(buffer.last_step) + 1] -= buffer.bytes;
  }
  std::int64_t alive = 0, most = 0;
  int peak = 0;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    alive += change[i];
    if (alive > most) most = alive, peak = static_cast<int>(i);
  }
  return peak;
}

}  // namespace

std::string peak_buffers_text(const Program& program) {
  const int peak = peak_step(program);
  std::int64_t bytes = program.pool_bytes;
  std::vector<const Buffer*> alive;
  for (const Buffer& buffer : program.buffers) {
    if (buffer.kind != BufferKind::temporary) bytes += buffer.bytes;
    if (is_alive(buffer, peak)) alive.push_back(&buffer);
  }
  std::stable_sort(alive.begin(), alive.end(),
                   [](const Buffer* a, const Buffer* b) { return a->bytes > b->bytes; });
  std::string text = "'" + program.name + "' needs " + size_text(bytes);
  if (!program.steps.empty())
    text += ", most of it at step '" + program.steps[static_cast<std::size_t>(peak)].name + "'";
  for (std::size_t i = 0; i < std::min(alive.size(), most_named); ++i)
    text += (i ? ", '" : ": '") + alive[i]->name + "' " + size_text(alive[i]->bytes);
  if (alive.size() > most_named)
    text += " and " + std::to_string(alive.size() - most_named) + " smaller ones";
  return text;
}

}  // namespace ng
