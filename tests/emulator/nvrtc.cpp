// SPDX-License-Identifier: Apache-2.0
// NVRTC's entry points: programs are compiled for the host, and their PTX is the text itself.
#include <algorithm>
#include <cstring>

#include "engine/backends/kernel_text_error.h"
#include "tests/emulator/faults.h"
#include "tests/emulator/module.h"

using namespace ng::emulator;

namespace {

constexpr int compilation_failed = 6, invalid_option = 5;

struct Program {
  std::string source, image, log;
};

int copy_text(const std::string& text, char* to) {
  std::memcpy(to, text.c_str(), text.size() + 1);
  return 0;
}

bool is_known(const std::string& architecture) {
  for (const char* known : {"80", "86", "89", "90", "100", "120"}) {
    if (architecture == std::string("compute_") + known) return true;
    if (architecture == std::string("sm_") + known) return true;
  }
  return false;
}

// Errors as NVRTC writes them. Clang counts lines from the beginning of the header.
std::string log_of(const ng::KernelTextError& error) {
  std::string log;
  const std::string header = source_before_text();
  const auto before = static_cast<int>(std::count(header.begin(), header.end(), '\n'));
  for (const ng::TextMessage& message : error.messages()) {
    if (message.severity != ng::Severity::error) continue;
    const int line = message.file == "kernel.cu" ? message.line : message.line - before;
    log += "kernel.cu(" + std::to_string(line) + "): error: " + message.text + "\n";
  }
  return log.empty() ? error.what() : log;
}

}  // namespace

NG_EXPORTED int nvrtcVersion(int* major, int* minor) {
  NG_EMULATED("nvrtcVersion");
  *major = 13;
  *minor = 0;
  return 0;
}

NG_EXPORTED int nvrtcCreateProgram(Program** program, const char* source, const char*, int,
                                   const char* const*, const char* const*) {
  NG_EMULATED("nvrtcCreateProgram");
  *program = new Program{source, "", ""};
  ++Faults::all().live["program"];
  return 0;
}

NG_EXPORTED int nvrtcDestroyProgram(Program** program) {
  NG_EMULATED_RELEASE("nvrtcDestroyProgram");
  delete *program;
  *program = nullptr;
  --Faults::all().live["program"];
  NG_RELEASED(0);
}

NG_EXPORTED int nvrtcCompileProgram(Program* program, int count, const char* const* options) {
  NG_EMULATED("nvrtcCompileProgram");
  constexpr const char* option = "--gpu-architecture=";
  for (int i = 0; i < count; ++i) {
    const std::string text = options[i];
    if (!text.starts_with(option) || is_known(text.substr(std::strlen(option)))) continue;
    program->log = "nvrtc: error: invalid value for --gpu-architecture (-arch)\n";
    return invalid_option;
  }
  try {
    compile_module(program->source);
  } catch (const ng::KernelTextError& error) {
    program->log = log_of(error);
    return compilation_failed;
  } catch (const ng::Error& error) {
    program->log = error.what();
    return compilation_failed;
  }
  program->image = image_of(program->source);
  return 0;
}

NG_EXPORTED int nvrtcGetPTXSize(Program* program, std::size_t* size) {
  NG_EMULATED("nvrtcGetPTXSize");
  *size = program->image.size() + 1;
  return 0;
}
NG_EXPORTED int nvrtcGetPTX(Program* program, char* text) {
  NG_EMULATED("nvrtcGetPTX");
  return copy_text(program->image, text);
}
NG_EXPORTED int nvrtcGetCUBINSize(Program* program, std::size_t* size) {
  NG_EMULATED("nvrtcGetCUBINSize");
  *size = program->image.size() + 1;
  return 0;
}
NG_EXPORTED int nvrtcGetCUBIN(Program* program, char* image) {
  NG_EMULATED("nvrtcGetCUBIN");
  return copy_text(program->image, image);
}
NG_EXPORTED int nvrtcGetProgramLogSize(Program* program, std::size_t* size) {
  NG_EMULATED("nvrtcGetProgramLogSize");
  *size = program->log.size() + 1;
  return 0;
}
NG_EXPORTED int nvrtcGetProgramLog(Program* program, char* text) {
  NG_EMULATED("nvrtcGetProgramLog");
  return copy_text(program->log, text);
}

NG_EXPORTED const char* nvrtcGetErrorString(int result) {
  if (result == compilation_failed) return "NVRTC_ERROR_COMPILATION";
  return result == 1 ? "NVRTC_ERROR_OUT_OF_MEMORY" : "NVRTC_ERROR";
}
