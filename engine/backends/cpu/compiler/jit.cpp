// SPDX-License-Identifier: Apache-2.0
// Selects the compiler and looks up the object cache first.
#include "engine/backends/cpu/compiler/jit.h"

#include <stdlib.h>

#include <chrono>
#include <map>
#include <mutex>

#include "engine/backends/code_cache/object_cache.h"
#include "engine/backends/cpu/compiler/host_compiler.h"
#include "engine/backends/cpu/compiler/host_identity.h"
#include "engine/backends/cpu/compiler/jit_plugin_library.h"
#include "engine/backends/cpu/compiler/loaded_code.h"
#include "engine/backends/kernel_text_error.h"
#include "engine/base/error.h"

namespace ng {

namespace {

using Clock = std::chrono::steady_clock;
using ResultPtr = std::unique_ptr<NgraphJitResult, void (*)(NgraphJitResult*)>;

// The compiler to use: the plugin, the host's, or neither, with the reason. `api` is set if the
// plugin is loaded.
struct Choice {
  JitPluginFile plugin;
  HostCompiler host;
  const NgraphJitApi* api = nullptr;
  std::string reason;

  bool is_plugin() const { return !plugin.path.empty(); }
  bool is_host() const { return !is_plugin() && !host.path.empty(); }
};

Choice choose() {
  const char* variable = getenv("NGRAPH_JIT");
  const std::string only = variable ? variable : "";
  Choice choice;
  if (only == "none") {
    choice.reason = "NGRAPH_JIT=none forbids compilers";
    return choice;
  }
  if (only != "host") {
    if (can_load_objects())
      choice.plugin = find_jit_plugin();
    else
      choice.plugin.reason = "in-process compilation supports x86-64 only";
    if (choice.is_plugin()) return choice;
    choice.reason = choice.plugin.reason;
  }
  if (only == "plugin") return choice;
  choice.host = host_compiler();
  if (choice.host.path.empty())
    choice.reason += (choice.reason.empty() ? "" : "; ") + choice.host.reason;
  return choice;
}

// Like choose(), but loads the plugin if that is the choice.
Choice choose_and_open() {
  for (;;) {
    Choice choice = choose();
    if (!choice.is_plugin()) return choice;
    choice.api = open_jit_plugin(choice.plugin.path, choice.reason);
    if (choice.api) return choice;  // a plugin that failed to load now counts as not found
  }
}

[[noreturn]] void refuse_without_compiler(const Choice& choice) {
  Diagnostic diagnostic;
  diagnostic.what = "no compiler for kernels found";
  diagnostic.found = choice.reason;
  diagnostic.expected = "the Clang plugin, or g++ or clang++ in PATH";
  diagnostic.action = "install the package g++, or build with libclang-19-dev and llvm-19-dev";
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

ObjectCache& object_cache() {
  static std::mutex mutex;
  static auto* caches = new std::map<std::filesystem::path, ObjectCache>;  // one per folder
  const std::scoped_lock lock(mutex);
  const auto folder = default_cache_folder();
  return caches->try_emplace(folder, folder).first->second;
}

std::string key_of(const Choice& choice, const JitRequest& request) {
  std::string content = "kernel code 1\n";
  content += choice.is_plugin()
                 ? "plugin " + choice.plugin.identity + " -O" + std::to_string(request.optimisation)
                 : "host " + choice.host.identity + " " + host_options(request.optimisation);
  return cache_key(content + "\n" + host_identity() + "\n" + request.source);
}

ResultPtr run_plugin(const Choice& choice, const JitRequest& request, std::uint32_t wants) {
  const NgraphJitRequest asked = {
      {request.source.data(), request.source.size()}, jit_source_name, request.optimisation, wants};
  ResultPtr result(choice.api->compile(&asked), choice.api->release);
  check(result != nullptr, "the Clang plugin ran out of memory");
  if (!result->ok)
    throw KernelTextError(choice.api->compiler,
                          std::string(result->messages.data, result->messages.size));
  return result;
}

std::shared_ptr<const CachedCode> compile(const Choice& choice, const JitRequest& request) {
  auto code = std::make_shared<CachedCode>();
  if (choice.is_plugin()) {
    const ResultPtr result = run_plugin(choice, request, ngraph_jit_object);
    code->compiler = choice.api->compiler;
    code->bytes.assign(result->object.data, result->object.size);
  } else if (choice.is_host()) {
    code->kind = CodeKind::shared_library;
    code->compiler = describe(choice.host);
    code->bytes = host_compile(choice.host, request);
  } else {
    refuse_without_compiler(choice);
  }
  return code;
}

// Null on a miss, or if the cached code does not load.
std::unique_ptr<JitModule> from_cache(const std::string& key) {
  const auto code = object_cache().find(key);
  if (!code) return nullptr;
  try {
    auto module = std::make_unique<JitModule>(load_code(code->kind, code->bytes));
    module->compiler = code->compiler;
    module->cached = true;
    return module;
  } catch (const Error&) {
    object_cache().forget(key);
    return nullptr;
  }
}

std::unique_ptr<JitModule> compile_and_store(const JitRequest& request) {
  const Choice choice = choose_and_open();
  const auto code = compile(choice, request);
  auto module = std::make_unique<JitModule>(load_code(code->kind, code->bytes));
  module->compiler = code->compiler;
  object_cache().store(key_of(choice, request), code);
  return module;
}

}  // namespace

JitModule::JitModule(std::unique_ptr<LoadedCode> code) : code_(std::move(code)) {}
JitModule::~JitModule() = default;

void* JitModule::function(const std::string& name) const {
  return code_->find(name);
}

JitAvailability jit_availability() {
  const Choice choice = choose();
  JitAvailability availability;
  availability.available = choice.is_plugin() || choice.is_host();
  availability.reason = choice.reason;
  if (choice.is_plugin()) availability.what = "clang in process";
  if (choice.is_host()) availability.what = describe(choice.host);
  return availability;
}

std::unique_ptr<JitModule> jit_compile(const JitRequest& request) {
  const auto start = Clock::now();
  auto module = from_cache(key_of(choose(), request));
  if (!module) module = compile_and_store(request);
  for (const std::string& name : request.functions)
    check(module->function(name) != nullptr,
          ("the kernel text has no function '" + name + "'").c_str());
  module->compile_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  if (request.want_texts) module->texts = jit_texts(request);
  return module;
}

JitTexts jit_texts(const JitRequest& request) {
  const Choice choice = choose_and_open();
  if (choice.is_host()) return host_texts(choice.host, request);
  if (!choice.is_plugin()) refuse_without_compiler(choice);
  const ResultPtr result = run_plugin(
      choice, request, ngraph_jit_llvm_ir | ngraph_jit_assembly | ngraph_jit_line_tables);
  JitTexts texts;
  texts.compiler = choice.api->compiler;
  texts.llvm_ir = clean_llvm_ir({result->llvm_ir.data, result->llvm_ir.size}, jit_source_name);
  texts.assembly = clean_assembly({result->assembly.data, result->assembly.size}, jit_source_name);
  return texts;
}

}  // namespace ng
