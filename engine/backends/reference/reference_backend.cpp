// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/reference/reference_backend.h"

#include "engine/backends/host_steps.h"
#include "engine/backends/run_loop.h"
#include "engine/base/error.h"

namespace ng {
namespace {

class ReferenceExecutable : public Executable {
 public:
  explicit ReferenceExecutable(const Program& program) : program_(program) {
    compiler = "none: every op runs its own loops";
    for (const Step& step : program.steps) {
      const Loop* loop = step.loop();
      bodies_.push_back(loop ? std::make_unique<ReferenceExecutable>(loop->body) : nullptr);
    }
  }
  void run(std::byte* const* buffers, std::size_t first_step) override {
    for (std::size_t i = first_step; i < program_.steps.size(); ++i) run_step(i, buffers);
  }
  void run_step(std::size_t step, std::byte* const* buffers) override {
    reached_ = step;
    if (bodies_[step]) return run_loop(program_.steps[step], *bodies_[step], buffers);
    check(run_host_step(program_, program_.steps[step], buffers),
          "a kernel reached the reference transformer");
  }

 private:
  const Program& program_;
  std::vector<std::unique_ptr<ReferenceExecutable>> bodies_;  // of loop steps, by step; else null
};

class ReferenceBackend : public Backend {
 public:
  std::string_view name() const override { return "reference"; }
  Availability availability() const override {
    return {true, "plain loops in double, one op at a time", ""};
  }
  std::unique_ptr<Executable> compile(const Program& program, const Progress&) const override {
    return std::make_unique<ReferenceExecutable>(program);
  }
  DisplayTexts texts(const kernel::Kernel&, bool) const override {
    const char* absent = "the reference transformer has no kernels: each op runs plain loops";
    return {{{}, absent}, {{}, absent}, {{}, absent}, {{}, absent}, {{}, absent}, {{}, absent}, {}};
  }
  Capabilities capabilities() const override {
    return {.kernels = false, .oracle = true, .summary = "unoptimized reference, one op at a time"};
  }
};

}  // namespace

const Backend& reference_backend() {
  static const ReferenceBackend backend;
  return backend;
}

}  // namespace ng
