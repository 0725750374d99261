// SPDX-License-Identifier: Apache-2.0
// Interface of backends: they compile kernels and run programs, and never see a graph.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/kernels/emit.h"
#include "engine/runtime/device.h"
#include "engine/runtime/gpu_use.h"
#include "engine/runtime/program.h"
#include "engine/runtime/ranks/device_exchange.h"

namespace ng {

struct Availability {
  bool available = false;
  std::string what;    // "Clang 19.1.7 in process, 2 threads"
  std::string reason;  // why unavailable; or, if available, which parts are missing or slow
};

// A compiled program, run by one thread at a time. Buffers are passed as addresses on the backend's
// device, in the program's order. Steps may run on after a call returned, but before later copies.
class Executable {
 public:
  virtual ~Executable() = default;
  virtual void run(std::byte* const* buffers, std::size_t first_step) = 0;
  virtual void run_step(std::size_t step, std::byte* const* buffers) = 0;
  // After a run that threw: the last step that had started; in a launch, its last step.
  std::size_t reached() const { return reached_; }
  double compile_ms = 0;
  bool cached = false;   // nothing had to be compiled
  std::string compiler;  // name of the compiler

 protected:
  std::size_t reached_ = 0;
};

// A text for display with the ops of its lines; if there is no text, `absent` holds the reason.
struct DisplayText {
  kernel::Text text;
  std::string absent;
};
struct DisplayTexts {
  DisplayText source, llvm_ir, assembly, cuda, ptx, sass;
  std::optional<GpuUse> gpu_use;
};

// What a backend can do: what the rest of the engine asks for instead of the backend's name.
struct Capabilities {
  bool kernels = true;        // generates kernels; else every op runs its reference implementation
  bool host_kernels = false;  // these are C++ functions on host memory, which a program of its own
                              // can call
  bool oracle = false;        // plain loops in double, independent of the other backends; can also
                              // keep double throughout
  bool half_matmuls = false;  // of float16 and bfloat16, added up in float32
  bool integer_matmuls = false;    // of int32 and int64, and of 8-bit integers to int32
  bool byte_convolutions = false;  // of 8-bit integers to int32 (ConvolutionBytes)
  bool batched_matmuls = false;    // with Matmul::batch and distances of rows
  bool batch_first = false;        // Convolution::batch_first
  bool silu = false;               // ConvolutionEpilogue::silu
  bool devices = false;            // runs each step on the device of its buffers
  int vector_bytes = 0;            // width of the largest vectors; 0: scalar
  std::string_view summary;        // "JIT-compiled, fused kernels"
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;
  virtual Availability availability() const = 0;
  // `program` must outlive the result. Throws Error if it cannot be compiled. `progress` is called
  // on this thread with the fraction done, 0..1; false cancels (Error of kind cancelled).
  using Progress = std::function<bool(double)>;
  virtual std::unique_ptr<Executable> compile(const Program& program,
                                              const Progress& progress) const = 0;
  // Like compile, without compile time but slower to run: for programs that run once or twice.
  virtual std::unique_ptr<Executable> interpret(const Program& program,
                                                const Progress& progress) const {
    return compile(program, progress);
  }
  // The texts of a kernel. `everything` also compiles it to LLVM IR, assembly, PTX and SASS.
  virtual DisplayTexts texts(const kernel::Kernel& kernel, bool everything) const = 0;
  // The order in which its loops read the filters of this convolution, if it is one of their own,
  // which a FilterPacking step can make.
  virtual std::optional<FilterOrder> filter_order(const Convolution&) const { return std::nullopt; }
  // The elements of this matmul's B in the order of its own loops, which a MatrixPacking step can
  // make; 0: they read B as it is.
  virtual std::int64_t packed_floats(const Matmul&) const { return 0; }
  // Scratch bytes of a step, allocated with the program's temporaries; see Step::scratch.
  virtual std::int64_t scratch_bytes(const Step&) const { return 0; }
  // What computes a matmul or window step: "oneDNN"; empty for steps without a library call.
  virtual std::string library(const Step&) const { return {}; }
  virtual Capabilities capabilities() const = 0;
  // Where its programs have their memory.
  virtual const Device& device() const { return host_device(); }
  // How its programs can exchange values with those of other ranks.
  virtual TransportSupport transport_support() const { return {"", "", "it computes on the host"}; }
  // The backend for this rank: of several devices of a kind, ranks take one after the other.
  virtual const Backend& of_rank(int /*rank*/) const { return *this; }
  // The CUDA text of a matmul or window step; empty if it has none.
  virtual kernel::Text step_text(const Step&) const { return {}; }
};

}  // namespace ng
