// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/external/external_backend.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <utility>

#include "engine/backends/external/program_data.h"
#include "engine/base/error.h"

namespace ng {
namespace {

constexpr std::size_t message_bytes = 1024;
constexpr int step_failed = 1;  // an exception of the host's, rethrown after the run

class ExternalExecutable : public Executable {
 public:
  ExternalExecutable(const Program& program, const ngraph_transformer_api& api, const Backend& host)
      : program_(program), data_(program, api.vector_bytes), api_(api), host_(host) {
    compiler = api.name;
    char message[message_bytes] = {};
    compiled_ = api_.compile(&data_.get(), &services_, message, sizeof message);
    if (!compiled_) refuse_by_library("cannot compile '" + program.name + "'", message);
  }
  ~ExternalExecutable() override {
    if (api_.release) api_.release(compiled_);
  }

  void run(std::byte* const* buffers, std::size_t first_step) override {
    run_range(buffers, first_step, program_.steps.size());
  }
  void run_step(std::size_t step, std::byte* const* buffers) override {
    run_range(buffers, step, step + 1);
  }

 private:
  void run_range(std::byte* const* buffers, std::size_t first, std::size_t end) {
    char message[message_bytes] = {};
    std::size_t reached = first;
    failure_ = nullptr;
    const int code = api_.run(compiled_, reinterpret_cast<void* const*>(buffers), first, end,
                              &reached, message, sizeof message);
    reached_ = std::clamp(reached, first, end > first ? end - 1 : first);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (code) refuse_by_library("failed in '" + program_.name + "'", message);
  }

  [[noreturn]] void refuse_by_library(const std::string& what, char* message) const {
    message[message_bytes - 1] = 0;
    Diagnostic diagnostic;
    diagnostic.what = "the transformer '" + std::string(api_.name) + "' " + what;
    diagnostic.found = message;
    refuse(ErrorKind::runtime, std::move(diagnostic));
  }

  // The host's executable is made when a step is first left to it.
  static int run_on_host(void* context, std::size_t step, void* const* buffers) {
    auto& self = *static_cast<ExternalExecutable*>(context);
    try {
      if (step >= self.program_.steps.size()) {
        refuse(ErrorKind::runtime, "the transformer '" + std::string(self.api_.name) +
                                       "' asked for step " + std::to_string(step) + " of " +
                                       std::to_string(self.program_.steps.size()));
      }
      if (!self.inner_) self.inner_ = self.host_.compile(self.program_, {});
      self.inner_->run_step(step, reinterpret_cast<std::byte* const*>(buffers));
      return 0;
    } catch (...) {
      self.failure_ = std::current_exception();
      return step_failed;
    }
  }

  const Program& program_;
  const ProgramData data_;
  const ngraph_transformer_api& api_;
  const Backend& host_;
  const ngraph_host services_ = {sizeof(ngraph_host), this, run_on_host};
  std::unique_ptr<Executable> inner_;
  std::exception_ptr failure_;
  void* compiled_ = nullptr;
};

bool is_word(std::string_view name) {
  return !name.empty() && name.size() <= 64 &&
         std::all_of(name.begin(), name.end(), [](unsigned char letter) {
           return std::isalnum(letter) || letter == '_' || letter == '-';
         });
}

// The reason why the table cannot be used; empty: it can.
std::string fault_of(const ngraph_transformer_api* api) {
  if (!api) return "it has no transformer";
  if (api->size < sizeof *api || api->version != NGRAPH_TRANSFORMER_VERSION) {
    return "it has another version of the interface; expected " +
           std::to_string(NGRAPH_TRANSFORMER_VERSION);
  }
  if (!api->name || !is_word(api->name)) return "its name is not a word";
  if (!api->available || !api->compile || !api->run) return "its table lacks a function";
  const int vector = api->vector_bytes;
  if (vector != 0 && vector != 16 && vector != 32 && vector != 64)
    return "its vectors have " + std::to_string(vector) + " bytes; expected 0, 16, 32 or 64";
  return {};
}

}  // namespace

// A library whose table is accepted stays open: its code is used until the program ends.
ExternalBackend::ExternalBackend(const std::string& path, const Backend& host)
    : path_(std::filesystem::absolute(path).lexically_normal()),
      name_(std::filesystem::path(path_).stem()),
      host_(host) {
  void* const library = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* why = dlerror();
    reason_ = why ? why : "it cannot be opened";
    return;
  }
  const auto entry = reinterpret_cast<decltype(&ngraph_transformer_api_v1)>(
      dlsym(library, "ngraph_transformer_api_v1"));
  if (!entry) {
    reason_ = path_ + " has no function ngraph_transformer_api_v1: it is no transformer";
    dlclose(library);
    return;
  }
  const ngraph_transformer_api* const api = entry();
  reason_ = fault_of(api);
  if (!reason_.empty()) {
    reason_ = path_ + ": " + reason_;
    dlclose(library);
    return;
  }
  api_ = api;
  name_ = api->name;
}

Availability ExternalBackend::availability() const {
  if (!api_) return {false, "", reason_};
  char reason[message_bytes] = {};
  const bool can = api_->available(reason, sizeof reason) != 0;
  reason[message_bytes - 1] = 0;
  const std::string what = std::string(api_->summary ? api_->summary : "") + " (" + path_ + ")";
  return {can, what, can ? "" : reason};
}

std::unique_ptr<Executable> ExternalBackend::compile(const Program& program,
                                                     const Progress&) const {
  if (!api_) refuse(ErrorKind::unavailable, reason_);
  return std::make_unique<ExternalExecutable>(program, *api_, host_);
}

Capabilities ExternalBackend::capabilities() const {
  if (!api_) return {};
  return {.kernels = true,
          .vector_bytes = api_->vector_bytes,
          .summary = api_->summary ? api_->summary : ""};
}

}  // namespace ng
