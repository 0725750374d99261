// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/hetr/hetr_executable.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/backends/hetr/device_backends.h"
#include "engine/backends/hetr/hetr_device.h"
#include "engine/base/error.h"

namespace ng {
namespace {

std::vector<Buffer> without_contents(const std::vector<Buffer>& buffers) {
  std::vector<Buffer> bare;
  for (const Buffer& buffer : buffers) {
    bare.push_back(buffer);
    bare.back().contents = {};
  }
  return bare;
}

// The steps [begin, end) over the same buffers, with the kernels that they run.
Program part_of(const Program& program, const std::vector<Buffer>& bare, std::size_t begin,
                std::size_t end) {
  Program part;
  part.name = program.name;
  part.pool_bytes = program.pool_bytes;
  part.has_lifetimes = program.has_lifetimes;
  part.is_placed = program.is_placed;
  part.buffers = bare;
  std::map<int, int> kernels;
  for (std::size_t i = begin; i < end; ++i) {
    part.steps.push_back(program.steps[i]);
    auto* const work = part.steps.back().as<KernelStep>();
    if (!work) continue;
    const int next = static_cast<int>(part.kernels.size());
    const auto [known, fresh] = kernels.try_emplace(work->kernel, next);
    if (fresh) part.kernels.push_back(program.kernels[static_cast<std::size_t>(work->kernel)]);
    work->kernel = known->second;
  }
  return part;
}

// The contents of the constants that the part's steps read: a backend may compile them in.
void add_contents_read(Program& part, const Program& program) {
  for (const Step& step : part.steps)
    for (const int read : step.reads) {
      const auto i = static_cast<std::size_t>(read);
      const bool is_constant = program.buffers[i].kind == BufferKind::constant;
      if (is_constant && part.buffers[i].contents.bytes.empty())
        part.buffers[i].contents = program.buffers[i].contents;
    }
}

}  // namespace

HetrExecutable::HetrExecutable(const Program& program, const Device& memory,
                               const Backend::Progress& progress, bool at_once)
    : program_(program), memory_(memory) {
  divide();
  compile(progress, at_once);
}

// Does the step join the last part?
bool HetrExecutable::continues(std::size_t step) const {
  if (parts_.empty() || step == program_.once) return false;
  const Step& before = program_.steps[step - 1];
  return !crosses_devices(program_, before) && !crosses_devices(program_, program_.steps[step]) &&
         device_of(program_, before) == device_of(program_, program_.steps[step]);
}

void HetrExecutable::divide() {
  std::set<std::string> devices;
  for (std::size_t i = 0; i < program_.steps.size(); ++i) {
    if (!continues(i)) {
      Part& part = parts_.emplace_back();
      part.begin = i;
      part.device = device_of(program_, program_.steps[i]);
    }
    parts_.back().end = i + 1;
    devices.insert(parts_.back().device);
  }
  several_ = devices.size() > 1;
}

void HetrExecutable::compile(const Backend::Progress& progress, bool at_once) {
  cached = true;
  std::set<std::string> compilers;
  const double steps = static_cast<double>(program_.steps.size());
  const std::vector<Buffer> bare = without_contents(program_.buffers);
  for (Part& part : parts_) {
    const Step& first = program_.steps[part.begin];
    if (crosses_devices(program_, first)) {
      check(first.is<CopyStep>() && first.reads.size() == 1,
            "a step other than a copy reads the memory of another device");
      continue;
    }
    const Backend& backend = require_device(part.device);
    part.program = part_of(program_, bare, part.begin, part.end);
    add_contents_read(part.program, program_);
    const auto own = [&](double done) {
      const double all =
          static_cast<double>(part.begin) + done * static_cast<double>(part.end - part.begin);
      return !progress || progress(all / steps);
    };
    part.executable =
        at_once ? backend.interpret(part.program, own) : backend.compile(part.program, own);
    compile_ms += part.executable->compile_ms;
    cached &= part.executable->cached;
    compilers.insert(part.executable->compiler);
  }
  compilers.erase("");
  for (const std::string& each : compilers) compiler += (compiler.empty() ? "" : ", ") + each;
}

std::string HetrExecutable::doing(const Part& part) const {
  if (part.executable) return "device " + part.device;
  const Step& step = program_.steps[part.begin];
  return "copying from " + buffer(step.reads[0]).device + " to " + buffer(step.writes[0]).device;
}

template <class Body>
void HetrExecutable::guarded(const Part& part, const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    if (part.executable) reached_ = part.begin + part.executable->reached();
    if (!several_) throw;
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.what = doing(part) + ": " + diagnostic.what;
    if (!part.executable && diagnostic.ops.empty()) {
      const auto& ops = program_.steps[part.begin].ops;
      diagnostic.ops.assign(ops.begin(), ops.end());
    }
    throw Error(error.fault(), error.kind(), std::move(diagnostic));
  }
  reached_ = part.end - 1;
}

void HetrExecutable::copy(const Step& step, std::byte* const* buffers) const {
  const int from = step.reads[0], to = step.writes[0];
  copy_between(memory_.part(buffer(from).device), buffers[from], memory_.part(buffer(to).device),
               buffers[to], buffer(to).bytes);
}

void HetrExecutable::run(std::byte* const* buffers, std::size_t first_step) {
  for (Part& part : parts_) {
    if (part.end <= first_step) continue;
    reached_ = part.begin;
    guarded(part, [&] {
      if (!part.executable) return copy(program_.steps[part.begin], buffers);
      part.executable->run(buffers, std::max(first_step, part.begin) - part.begin);
    });
  }
}

void HetrExecutable::run_step(std::size_t step, std::byte* const* buffers) {
  const auto at = std::find_if(parts_.begin(), parts_.end(),
                               [step](const Part& part) { return step < part.end; });
  check(at != parts_.end(), "a step that the program does not have");
  reached_ = step;
  guarded(*at, [&] {
    if (!at->executable) return copy(program_.steps[step], buffers);
    at->executable->run_step(step - at->begin, buffers);
    memory_.part(at->device).synchronise();  // steps on their own are timed
  });
  reached_ = step;
}

}  // namespace ng
