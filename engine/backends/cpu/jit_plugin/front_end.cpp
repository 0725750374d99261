// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/jit_plugin/front_end.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <vector>

namespace ng::jit_plugin {

namespace {

// The CPU's name is not reliable, because virtual machines mask it; the features are read from the
// processor. avx10 is skipped: LLVM 19 warns that its meaning will change.
const std::vector<std::string>& host_features() {
  static const std::vector<std::string> features = [] {
    std::vector<std::string> list;
    for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
      if (feature.getKey().starts_with("avx10")) continue;
      list.push_back((feature.getValue() ? "+" : "-") + feature.getKey().str());
    }
    return list;
  }();
  return features;
}

// Options of the compiler. None lets it ignore NaN or infinity or reorder operations; a*b+c may be
// contracted to an FMA.
std::vector<std::string> options(const NgraphJitRequest& request) {
  std::vector<std::string> list = {"-triple", llvm::sys::getProcessTriple(), "-target-cpu",
                                   llvm::sys::getHostCPUName().str()};
  for (const std::string& feature : host_features()) {
    list.push_back("-target-feature");
    list.push_back(feature);
  }
  list.push_back("-O" + std::to_string(request.optimisation));
  for (const char* option :
       {"-std=c++20", "-fno-rtti", "-nostdsysteminc", "-nobuiltininc", "-nostdinc++",
        "-mrelocation-model", "pic", "-pic-level", "2", "-mprefer-vector-width=512",
        "-ffp-contract=fast", "-fno-threadsafe-statics", "-relaxed-aliasing",
        "-fno-caret-diagnostics", "-Wno-psabi"})
    list.push_back(option);
  // The hooks see accesses of up to 16 bytes, and vectors of a whole loop are longer.
  if (request.wants & ngraph_jit_checked)
    list.insert(list.end(), {"-fsanitize=thread,array-bounds", "-ftrivial-auto-var-init=pattern"});
  else
    list.insert(list.end(), {"-vectorize-loops", "-vectorize-slp"});
  if (request.wants & ngraph_jit_line_tables) {
    list.push_back("-debug-info-kind=line-tables-only");
    list.push_back("-dwarf-version=5");
  }
  list.insert(list.end(), {"-x", "c++", request.file_name});
  return list;
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> host_machine(int optimisation, std::string& messages) {
  const std::string triple = llvm::sys::getProcessTriple();
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, messages);
  if (!target) return nullptr;
  std::string features;
  for (const std::string& feature : host_features())
    features += (features.empty() ? "" : ",") + feature;
  llvm::TargetOptions target_options;
  target_options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  target_options.MCOptions.AsmVerbose = true;
  const auto level =
      optimisation >= 3 ? llvm::CodeGenOptLevel::Aggressive : llvm::CodeGenOptLevel::Default;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, llvm::sys::getHostCPUName(), features, target_options,
                                  llvm::Reloc::PIC_, std::nullopt, level));
}

std::unique_ptr<llvm::Module> parse_and_optimise(const NgraphJitRequest& request,
                                                 llvm::LLVMContext& context,
                                                 std::string& messages) {
  llvm::raw_string_ostream stream(messages);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> shown = new clang::DiagnosticOptions;
  shown->ShowCarets = false;
  clang::CompilerInstance compiler;
  compiler.createDiagnostics(new clang::TextDiagnosticPrinter(stream, shown.get()), true);

  const std::vector<std::string> list = options(request);
  std::vector<const char*> arguments;
  for (const std::string& option : list) arguments.push_back(option.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, compiler.getDiagnostics()))
    return nullptr;
  const llvm::StringRef source(request.source.data, request.source.size);
  invocation->getPreprocessorOpts().addRemappedFile(
      request.file_name, llvm::MemoryBuffer::getMemBufferCopy(source).release());
  compiler.setInvocation(std::move(invocation));

  clang::EmitLLVMOnlyAction action(&context);
  if (!compiler.ExecuteAction(action)) return nullptr;
  auto module = action.takeModule();
  // ThreadSanitizer's constructor would start its own library.
  if (request.wants & ngraph_jit_checked) {
    if (auto* constructors = module->getNamedGlobal("llvm.global_ctors"))
      constructors->eraseFromParent();
  }
  return module;
}

}  // namespace ng::jit_plugin
