// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/cpu_backend.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "engine/backends/cpu/compiler/jit.h"
#include "engine/backends/cpu/cpu_source.h"
#include "engine/backends/cpu/dense/chained_matmuls.h"
#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/dense/panel_groups.h"
#include "engine/backends/cpu/dense/panel_matmul.h"
#include "engine/backends/cpu/dense/window_steps.h"
#include "engine/backends/cpu/interpreter.h"
#include "engine/backends/cuda_texts.h"
#include "engine/backends/host_steps.h"
#include "engine/backends/mapped_lines.h"
#include "engine/backends/run_loop.h"
#include "engine/base/error.h"
#include "engine/runtime/matmul_chain.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

constexpr std::int64_t fewest_parts = 16;

using KernelFunction = void (*)(void* const*, long, long);
using RunFunction = void (*)(void* const*);

class CpuExecutable : public Executable {
 public:
  CpuExecutable(const Program& program, const Backend::Progress& progress, bool compiles = true)
      : program_(program) {
    compiler = "kernel interpreter";
    cached = true;
    const bool any = compiles && !program.kernels.empty() && jit_availability().available;
    const CpuUnits units = any ? cpu_units(program, vector_bytes_of(program)) : CpuUnits();
    compile_units(units, progress);
    for (std::size_t i = 0; i < program.kernels.size(); ++i) {
      functions_.push_back(any ? reinterpret_cast<KernelFunction>(
                                     modules_[static_cast<std::size_t>(units.unit_of[i])]->function(
                                         units.entry_of[i]))
                               : nullptr);
    }
    for (const Step& step : program.steps) {
      const Loop* loop = step.loop();
      bodies_.push_back(loop ? std::make_unique<CpuExecutable>(loop->body, progress, compiles)
                             : nullptr);
      if (loop) {
        compile_ms += bodies_.back()->compile_ms;
        cached &= bodies_.back()->cached;
        if (modules_.empty()) compiler = bodies_.back()->compiler;
      }
    }
    group_ends_ = panel_group_ends(program);
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
      chains_.push_back(chain_at(i));
      pieces_.push_back(piece_at(i));
    }
    for (const CpuUnits::Launch& launch : units.launches) {
      const auto unit = static_cast<std::size_t>(launch.unit);
      Piece& piece = pieces_[launch.first];
      piece.kind = Piece::Kind::launch;
      piece.steps = launch.count;
      piece.launch = reinterpret_cast<RunFunction>(modules_[unit]->function(launch.function));
    }
  }

  void run(std::byte* const* buffers, std::size_t first_step) override {
    for (std::size_t i = first_step; i < program_.steps.size();) {
      const Piece& piece = pieces_[i];
      reached_ = i + piece.steps - 1;
      run_piece(piece, i, buffers);
      i += piece.steps;
    }
  }

  void run_step(std::size_t index, std::byte* const* buffers) override {
    reached_ = index;
    const Step& step = program_.steps[index];
    StepScratch scratch = scratch_of(step, buffers);
    if (run_window_step(step, buffers, scratch)) return;
    if (run_host_step(program_, step, buffers)) return;
    if (bodies_[index]) return run_loop(step, *bodies_[index], buffers);
    if (step.is<Matmul>()) return run_matmul(step, buffers, nullptr);
    const std::vector<std::byte*> arguments = arguments_of(step, buffers);
    run_kernel(kernel_of(step), arguments.data());
  }

 private:
  // Compiles on temporary threads with the caller's priority, which may be low; threads of the
  // shared pool could not raise theirs again. The user can cancel before each unit that the caller
  // compiles.
  void compile_units(const CpuUnits& units, const Backend::Progress& progress) {
    const auto count = static_cast<int>(units.units.size());
    modules_.resize(units.units.size());
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> done = 0;
    ThreadPool threads(std::min(count, ThreadPool::default_thread_count()));
    threads.parallel_for(count, [&](int part) {
      const bool asks = progress && std::this_thread::get_id() == caller;
      if (asks && !progress(static_cast<double>(done) / count)) {
        refuse(ErrorKind::cancelled, "the compilation was cancelled while compiling kernels");
      }
      const CpuUnits::Unit& unit = units.units[static_cast<std::size_t>(part)];
      modules_[static_cast<std::size_t>(part)] = jit_compile({unit.text, unit.functions, 3, false});
      ++done;
    });
    for (const auto& module : modules_) {
      compile_ms += module->compile_ms;
      cached &= module->cached;
      compiler = module->compiler;
    }
  }

  // What runs from a step on, found once: a large program spends much of a call between its steps.
  struct Piece {
    enum class Kind { launch, chain, group, with_epilogue, kernel, step };
    Kind kind = Kind::step;
    std::size_t steps = 1;
    RunFunction launch = nullptr;
    // A kernel that runs on the calling thread: its iterations, and its arguments in `arguments_`.
    KernelFunction kernel = nullptr;
    std::int64_t extent = 0;
    std::size_t first_argument = 0, arguments = 0;
  };

  // The piece that begins with step `i` and is no launch.
  Piece piece_at(std::size_t i) {
    if (chains_[i]) return {.kind = Piece::Kind::chain, .steps = 3};
    if (const std::size_t end = group_ends_[i]; end > i + 1) {
      return {.kind = Piece::Kind::group, .steps = end - i + has_epilogue(end - 1)};
    }
    if (has_epilogue(i)) return {.kind = Piece::Kind::with_epilogue, .steps = 2};
    const Step& step = program_.steps[i];
    if (!step.is<KernelStep>() || !functions_[kernel_of(step)]) return {};
    const kernel::Kernel& kernel = program_.kernels[kernel_of(step)];
    if (kernel.shared_out) return {};
    Piece piece;
    piece.kind = Piece::Kind::kernel;
    piece.kernel = functions_[kernel_of(step)];
    piece.extent = kernel.parallel_extent();
    piece.first_argument = arguments_.size();
    piece.arguments = step.reads.size() + step.writes.size();
    arguments_.insert(arguments_.end(), step.reads.begin(), step.reads.end());
    arguments_.insert(arguments_.end(), step.writes.begin(), step.writes.end());
    memory_.resize(std::max(memory_.size(), piece.arguments));
    return piece;
  }

  void run_piece(const Piece& piece, std::size_t first, std::byte* const* buffers) {
    switch (piece.kind) {
      case Piece::Kind::launch: return piece.launch(reinterpret_cast<void* const*>(buffers));
      case Piece::Kind::chain: return run_chain_of(first, buffers);
      case Piece::Kind::group: return run_group(first, group_ends_[first], buffers);
      case Piece::Kind::with_epilogue: return run_with_epilogue(first, buffers);
      case Piece::Kind::kernel: return run_on_this_thread(piece, buffers);
      case Piece::Kind::step: return run_step(first, buffers);
    }
  }

  void run_on_this_thread(const Piece& piece, std::byte* const* buffers) {
    const int* const arguments = arguments_.data() + piece.first_argument;
    for (std::size_t i = 0; i < piece.arguments; ++i) memory_[i] = buffers[arguments[i]];
    piece.kernel(memory_.data(), 0, piece.extent);
  }

  static std::size_t kernel_of(const Step& step) {
    return static_cast<std::size_t>(step.as<KernelStep>()->kernel);
  }

  static float* floats_of(std::byte* const* buffers, int buffer) {
    return reinterpret_cast<float*>(buffers[buffer]);
  }

  static std::vector<std::byte*> arguments_of(const Step& step, std::byte* const* buffers) {
    std::vector<std::byte*> arguments;
    arguments.reserve(step.reads.size() + step.writes.size());
    for (int buffer : step.reads) arguments.push_back(buffers[buffer]);
    for (int buffer : step.writes) arguments.push_back(buffers[buffer]);
    return arguments;
  }

  bool has_epilogue(std::size_t index) const {
    if (index + 1 >= program_.steps.size()) return false;
    const Step& epilogue = program_.steps[index + 1];
    return epilogue.iterations_per_row > 0 && functions_[kernel_of(epilogue)];
  }

  // Runs the epilogue kernel on each block of rows while it is in the cache.
  void run_with_epilogue(std::size_t index, std::byte* const* buffers) const {
    const Step& step = program_.steps[index];
    const std::vector<std::byte*> arguments = arguments_of(program_.steps[index + 1], buffers);
    const RowsMade rows_made = epilogue_of(index, arguments);
    StepScratch scratch = scratch_of(step, buffers);
    if (run_window_step(step, buffers, scratch, rows_made)) return;
    run_matmul(step, buffers, rows_made);
  }

  // The kernel after the matmul or convolution, on `arguments`.
  RowsMade epilogue_of(std::size_t index, const std::vector<std::byte*>& arguments) const {
    const Step& epilogue = program_.steps[index + 1];
    return [function = functions_[kernel_of(epilogue)], each = epilogue.iterations_per_row,
            &arguments](std::int64_t row, std::int64_t rows) {
      function(reinterpret_cast<void* const*>(arguments.data()), row * each, (row + rows) * each);
    };
  }

  // The results of the first step of a chain have room for the memory that it needs.
  std::optional<MatmulChain> chain_at(std::size_t i) const {
    const auto found = matmul_chain_at(program_, i);
    if (!found || !functions_[kernel_of(program_.steps[i + 1])]) return std::nullopt;
    const Step &scores = program_.steps[i], &values = program_.steps[i + 2];
    const Buffer& own = program_.buffers[static_cast<std::size_t>(scores.writes[0])];
    const std::int64_t floats =
        chain_floats(*scores.as<Matmul>(), *values.as<Matmul>(), found->each.rows);
    return 4 * floats <= own.bytes ? found : std::nullopt;
  }

  void run_chain_of(std::size_t i, std::byte* const* buffers) const {
    const Step &scores = program_.steps[i], &rows = program_.steps[i + 1],
               &values = program_.steps[i + 2];
    const auto array = [buffers](int buffer) { return floats_of(buffers, buffer); };
    const Matmul& first = *scores.as<Matmul>();
    const RowIterations each = chains_[i]->each;
    ChainedMatmuls chain;
    chain.first = {&first, array(scores.reads[0]), array(scores.reads[1]), nullptr};
    chain.second = {values.as<Matmul>(), nullptr, array(values.reads[1]), array(values.writes[0])};
    const std::vector<std::byte*> arguments = arguments_of(rows, buffers);
    chain.kernel = [&](const float* sums, float* made, std::int64_t row, std::int64_t count) {
      // The kernel counts rows from the first one of the whole array.
      const auto whole = [&](const float* block) {
        return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(block) -
                                            static_cast<std::uintptr_t>(4 * row * first.n));
      };
      std::vector<std::byte*> of_block = arguments;
      of_block[chains_[i]->scores] = whole(sums);
      of_block.back() = whole(made);
      functions_[kernel_of(rows)](reinterpret_cast<void* const*>(of_block.data()),
                                  row / each.rows * each.iterations,
                                  (row + count) / each.rows * each.iterations);
    };
    chain.rows = each.rows;
    const Buffer& own = program_.buffers[static_cast<std::size_t>(scores.writes[0])];
    run_chain(chain, array(scores.writes[0]), own.bytes / 4);
  }

  // Runs matmuls of one A at once, and the last one's epilogue.
  void run_group(std::size_t begin, std::size_t end, std::byte* const* buffers) const {
    std::vector<PanelMatmul> matmuls;
    for (std::size_t i = begin; i < end; ++i) {
      const Step& step = program_.steps[i];
      const auto array = [buffers](int buffer) { return floats_of(buffers, buffer); };
      matmuls.push_back(
          {step.as<Matmul>(), array(step.reads[0]), array(step.reads[1]), array(step.writes[0])});
    }
    StepScratch scratch = scratch_of(program_.steps[begin], buffers);
    if (!has_epilogue(end - 1)) return panel_gemm(matmuls, scratch);
    const std::vector<std::byte*> arguments = arguments_of(program_.steps[end], buffers);
    panel_gemm(matmuls, scratch, epilogue_of(end - 1, arguments));
  }

  void run_matmul(const Step& step, std::byte* const* buffers, const RowsMade& rows_made) const {
    Matmul matmul = *step.as<Matmul>();
    std::byte* const result = buffers[step.writes[0]];
    if (matmul.accumulate && buffers[step.reads[2]] != result) {
      const auto place = static_cast<std::size_t>(step.writes[0]);
      std::memcpy(result, buffers[step.reads[2]],
                  static_cast<std::size_t>(program_.buffers[place].bytes));
    }
    if (step.reads.size() > 3) matmul.alpha *= load(matmul.dtype, buffers[step.reads[3]], 0);
    StepScratch scratch = scratch_of(step, buffers);
    gemm(matmul, buffers[step.reads[0]], buffers[step.reads[1]], result, scratch, rows_made);
  }

  StepScratch scratch_of(const Step& step, std::byte* const* buffers) const {
    if (!step.scratch) return {};
    const int buffer = step.writes[static_cast<std::size_t>(*step.scratch)];
    return {buffers[buffer], program_.buffers[static_cast<std::size_t>(buffer)].bytes};
  }

  void run_kernel(std::size_t index, std::byte* const* arguments) const {
    const kernel::Kernel& kernel = program_.kernels[index];
    const KernelFunction function = functions_[index];
    if (!function) return interpret(kernel, arguments);
    void* const* memory = reinterpret_cast<void* const*>(arguments);
    const std::int64_t extent = kernel.parallel_extent();
    if (!kernel.shared_out) return function(memory, 0, extent);
    // Parts begin at whole vectors, so that every element is computed the same way for any split.
    const std::int64_t unit = kernel.parallel_unit(), units = kernel.parallel_units();
    const int parts = static_cast<int>(std::min(parts_of(kernel), units));
    ThreadPool::shared().parallel_for(parts, [&](int part) {
      const std::int64_t begin = units * part / parts * unit;
      const std::int64_t end = std::min(extent, units * (part + 1) / parts * unit);
      function(memory, begin, end);
    });
  }

  // Several parts per thread if there is enough work: a part has at least 1/16 of shared_out_cost.
  static std::int64_t parts_of(const kernel::Kernel& kernel) {
    const std::int64_t worth = (kernel.flops + kernel.bytes) / (shared_out_cost / fewest_parts);
    const std::int64_t wanted = 4 * std::int64_t{ThreadPool::shared().threads()};
    return std::max(fewest_parts, std::min(worth, wanted));
  }

  const Program& program_;
  std::vector<std::unique_ptr<JitModule>> modules_;
  std::vector<KernelFunction> functions_;
  std::vector<std::unique_ptr<CpuExecutable>> bodies_;  // of the loops, by step
  std::vector<std::size_t> group_ends_;                 // by step; see panel_group_ends
  std::vector<std::optional<MatmulChain>> chains_;      // by step that begins one
  std::vector<Piece> pieces_;                           // by step that begins one
  std::vector<int> arguments_;  // buffers that the pieces' kernels are given
  std::vector<void*> memory_;   // room for the arguments of a piece's kernel
};

class CpuBackend : public Backend {
 public:
  std::string_view name() const override { return "cpu"; }

  Availability availability() const override {
    const JitAvailability jit = jit_availability();
    const std::string threads = std::to_string(ThreadPool::default_thread_count());
    return {true,
            (jit.available ? jit.what : "kernel interpreter") + ", " + threads +
                " threads, dot by " + matmul_library(DType::f32),
            jit.reason};
  }

  std::unique_ptr<Executable> compile(const Program& program,
                                      const Progress& progress) const override {
    return std::make_unique<CpuExecutable>(program, progress);
  }
  std::unique_ptr<Executable> interpret(const Program& program,
                                        const Progress& progress) const override {
    return std::make_unique<CpuExecutable>(program, progress, false);
  }

  DisplayTexts texts(const kernel::Kernel& kernel, bool everything) const override {
    DisplayTexts texts;
    texts.source.text = kernel::emit_cpp(kernel);
    texts.cuda = cuda_text(kernel);
    texts.ptx = ptx_text(kernel, everything);
    add_machine_code(kernel, everything, shown_architecture(), texts);
    if (!everything) {
      texts.llvm_ir.absent = texts.assembly.absent = "compiled on request";
      return texts;
    }
    add_compiled(kernel, texts);
    return texts;
  }

  std::optional<FilterOrder> filter_order(const Convolution& convolution) const override {
    return ng::filter_order(convolution);
  }

  std::int64_t packed_floats(const Matmul& matmul) const override {
    return packed_matmul_floats(matmul);
  }

  std::int64_t scratch_bytes(const Step& step) const override {
    if (const auto* window = step.as<WindowStep>()) return window_scratch(*window);
    const auto* matmul = step.as<Matmul>();
    return matmul ? matmul_scratch(*matmul) : 0;
  }

  std::string library(const Step& step) const override {
    if (const auto* window = step.as<WindowStep>()) return window_library(*window);
    const auto* matmul = step.as<Matmul>();
    return matmul ? matmul_library(*matmul) : std::string();
  }

  Capabilities capabilities() const override {
    return {.kernels = true,
            .host_kernels = true,
            .half_matmuls = true,
            .integer_matmuls = true,
            .byte_convolutions = true,
            .batched_matmuls = true,
            .batch_first = true,
            .silu = true,
            .vector_bytes = host_vector_bytes(),
            .summary = "JIT-compiled, fused kernels"};
  }

 private:
  static void add_compiled(const kernel::Kernel& kernel, DisplayTexts& texts) {
    try {
      std::string own;
      const std::string source = cpu_display_source(kernel, &own);
      const JitTexts compiled = jit_texts({source, {"ng_" + kernel.name}, 3, true});
      texts.llvm_ir = {with_ops(compiled.llvm_ir, texts.source.text, 0), compiled.no_llvm_ir};
      texts.assembly = {without_gaps(with_ops(compiled.assembly, texts.source.text, 0)), ""};
    } catch (const Error& error) {
      texts.llvm_ir.absent = texts.assembly.absent = error.what();
    }
  }
};

}  // namespace

const Backend& cpu_backend() {
  static const CpuBackend backend;
  return backend;
}

}  // namespace ng
