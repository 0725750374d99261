// SPDX-License-Identifier: Apache-2.0
// What turns programs into something that runs. A backend reads kernels; it never sees a graph.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/kernels/emit.h"
#include "engine/runtime/program.h"

namespace ng {

struct Availability {
  bool available = false;
  std::string what;    // "Clang 19.1.7 in process, 2 threads"
  std::string reason;  // why not; or, when available, what is missing or slower than it could be
};

// A program ready to run, on one thread at a time. Buffers are given by pointer, in the program's
// order.
class Executable {
 public:
  virtual ~Executable() = default;
  virtual void run(std::byte* const* buffers, std::size_t first_step) = 0;
  virtual void run_step(std::size_t step, std::byte* const* buffers) = 0;
  // After a run that threw: the last step that had begun. Of steps in one launch, the last of them.
  std::size_t reached() const { return reached_; }
  double compile_ms = 0;
  bool cached = false;    // nothing had to be compiled
  std::string compiler;   // who made the code

 protected:
  std::size_t reached_ = 0;
};

// A text for display, with the ops of its lines; `absent` says why there is none.
struct DisplayText {
  kernel::Text text;
  std::string absent;
};
struct DisplayTexts {
  DisplayText source, llvm_ir, assembly, cuda, ptx;
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;
  virtual Availability availability() const = 0;
  // `program` must outlive the result. Throws Error when it cannot be compiled. `progress` is called
  // on this thread with the part that is done, 0..1; false cancels (Error of kind cancelled).
  using Progress = std::function<bool(double)>;
  virtual std::unique_ptr<Executable> compile(const Program& program,
                                              const Progress& progress) const = 0;
  // The same, ready at once and slower to run: for a program that is called once or twice.
  virtual std::unique_ptr<Executable> interpret(const Program& program,
                                                const Progress& progress) const {
    return compile(program, progress);
  }
  // How a kernel reads; `everything` compiles again for LLVM IR, assembly and PTX.
  virtual DisplayTexts texts(const kernel::Kernel& kernel, bool everything) const = 0;
  // Bytes that the step uses besides its operands and results: they are planned with the program's
  // temporaries, and lie where Step::scratch says.
  virtual std::int64_t scratch_bytes(const Step&) const { return 0; }
  virtual int vector_bytes() const { return 0; }  // of the widest vectors; 0: scalar
  virtual bool runs_kernels() const = 0;          // else every op is a host step
};

}  // namespace ng
