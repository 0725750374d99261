// SPDX-License-Identifier: Apache-2.0
// The plugin's entry point: C++ text in; object bytes, LLVM IR, assembly and messages out.
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <chrono>
#include <exception>
#include <mutex>

#include "engine/backends/cpu/jit_plugin/abi.h"
#include "engine/backends/cpu/jit_plugin/front_end.h"

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// A result with the memory that its texts point to.
struct Owned : NgraphJitResult {
  llvm::SmallString<0> object_bytes, ir_text, assembly_text;
  std::string message_text;

  Owned() : NgraphJitResult{} {}
  void point() {
    object = {object_bytes.data(), object_bytes.size()};
    llvm_ir = {ir_text.data(), ir_text.size()};
    assembly = {assembly_text.data(), assembly_text.size()};
    messages = {message_text.data(), message_text.size()};
  }
};

bool emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
          llvm::SmallString<0>& out, std::string& messages) {
  llvm::raw_svector_ostream stream(out);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type)) {
    messages += "error: this host's target does not emit this file type\n";
    return false;
  }
  passes.run(module);
  return true;
}

bool emit_all(const NgraphJitRequest& request, llvm::Module& module, Owned& owned) {
  auto machine = ng::jit_plugin::host_machine(request.optimisation, owned.message_text);
  if (!machine) return false;
  if (request.wants & ngraph_jit_llvm_ir) {
    llvm::raw_svector_ostream stream(owned.ir_text);
    module.print(stream, nullptr);
  }
  if (request.wants & ngraph_jit_assembly) {
    auto copy = llvm::CloneModule(module);  // machine code generation changes the module
    if (!emit(*copy, *machine, llvm::CodeGenFileType::AssemblyFile, owned.assembly_text,
              owned.message_text))
      return false;
  }
  if (!(request.wants & ngraph_jit_object)) return true;
  return emit(module, *machine, llvm::CodeGenFileType::ObjectFile, owned.object_bytes,
              owned.message_text);
}

void run(const NgraphJitRequest& request, Owned& owned) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();  // for inline assembly in a kernel
  });
  auto start = Clock::now();
  llvm::LLVMContext context;
  auto module = ng::jit_plugin::parse_and_optimise(request, context, owned.message_text);
  owned.front_ms = ms_since(start);
  if (!module) return;
  start = Clock::now();
  owned.ok = emit_all(request, *module, owned);
  owned.back_ms = ms_since(start);
}

NgraphJitResult* compile(const NgraphJitRequest* request) noexcept {
  Owned* owned = nullptr;
  try {
    owned = new Owned;
    run(*request, *owned);
    owned->point();
    return owned;
  } catch (const std::exception& problem) {
    if (!owned) return nullptr;
    owned->ok = 0;
    owned->message_text = std::string("error: ") + problem.what() + "\n";
    owned->point();
    return owned;
  } catch (...) {
    delete owned;
    return nullptr;
  }
}

void release(NgraphJitResult* result) noexcept {
  delete static_cast<Owned*>(result);
}

constexpr NgraphJitApi api = {ngraph_jit_abi_version, "clang " NGRAPH_LLVM_VERSION " in process",
                              compile, release};

}  // namespace

extern "C" const NgraphJitApi* ngraph_jit_api(uint32_t version) {
  return version == ngraph_jit_abi_version ? &api : nullptr;
}
