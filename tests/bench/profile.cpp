// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/profile.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>

#include "engine/backends/backend_table.h"
#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "tests/bench/measure.h"

namespace ng::bench {
namespace {

std::string kind(const Step& step) {
  if (const auto* p = step.as<Matmul>()) {
    return "matmul " + std::to_string(p->m) + "x" + std::to_string(p->n) + "x" +
           std::to_string(p->k) + (p->transpose_a ? " At" : "") + (p->transpose_b ? " Bt" : "") +
           (p->accumulate ? " +=" : "");
  }
  if (const Loop* loop = step.loop()) return "loop of " + std::to_string(loop->count);
  if (step.is<KernelStep>()) return "kernel";
  return step.is<CopyStep>() ? "copy" : "host";
}

using RunStep = std::function<void(std::size_t)>;

std::vector<double> step_seconds(std::size_t steps, const RunStep& run_step, int runs) {
  std::vector<std::vector<double>> seconds(steps);
  for (int run = 0; run < runs; ++run) {
    for (std::size_t step = 0; step < steps; ++step) {
      const double began = seconds_now();
      run_step(step);
      seconds[step].push_back(seconds_now() - began);
    }
  }
  std::vector<double> result;
  for (auto& values : seconds) result.push_back(median(std::move(values)));
  return result;
}

std::string of_program(const Program& program, const RunStep& run_step, int runs,
                       const Backend& backend, const std::string& indent);

// Profiles the steps of a loop's body, over zeros.
std::string of_body(const Program& body, int runs, const Backend& backend,
                    const std::string& indent) {
  const Device& device = backend.device();
  const Memory pool(body.pool_bytes, "the pool", device);
  std::vector<Memory> memory;
  std::vector<std::byte*> pointers;
  for (const Buffer& buffer : body.buffers) {
    const bool shared = buffer.kind == BufferKind::temporary;
    memory.emplace_back(shared ? 0 : buffer.bytes, buffer.name, device);
    pointers.push_back(shared ? pool.data() + buffer.offset : memory.back().data());
  }
  const auto executable = backend.compile(body, nullptr);
  return of_program(
      body, [&](std::size_t step) { executable->run_step(step, pointers.data()); }, runs * 8,
      backend, indent);
}

std::string of_program(const Program& program, const RunStep& run_step, int runs,
                       const Backend& backend, const std::string& indent) {
  const std::vector<double> medians = step_seconds(program.steps.size(), run_step, runs);
  const double sum = std::accumulate(medians.begin(), medians.end(), 0.0);
  std::vector<std::size_t> order(medians.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return medians[a] > medians[b]; });
  char line[256];
  std::snprintf(line, sizeof line, "%s%10.1f µs in %zu steps, one by one\n", indent.c_str(),
                sum * 1e6, order.size());
  std::string text = line;
  for (const std::size_t i : order) {
    const Step& step = program.steps[i];
    std::snprintf(line, sizeof line, "%s%10.1f µs %5.1f %%  %-12s %s, %zu ops\n", indent.c_str(),
                  medians[i] * 1e6, 100 * medians[i] / sum, step.name.c_str(), kind(step).c_str(),
                  step.ops.size());
    text += line;
    if (const Loop* loop = step.loop()) text += of_body(loop->body, runs, backend, indent + "    ");
  }
  return text;
}

}  // namespace

std::string profile(Prepared& prepared, int runs) {
  prepared.call();
  const Computation& compiled = prepared.compiled();
  return of_program(
      compiled.compilation().program, [&](std::size_t step) { compiled.run_step(step); }, runs,
      *find_backend(compiled.transformer()->name()), "");
}

}  // namespace ng::bench
