// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/disassembler.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/backends/child_process.h"
#include "engine/backends/gpu/cuda_folders.h"
#include "engine/backends/gpu/nvrtc.h"
#include "engine/backends/private_folder.h"
#include "engine/base/error.h"

namespace ng {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds deadline(20);

// `folder`/nvdisasm for the folders of programs next to CUDA's libraries, then those of PATH.
DisassemblerAvailability look() {
  std::vector<fs::path> folders;
  for (const std::string& libraries : cuda_library_folders()) {
    for (const char* programs : {"../bin", "../../../bin"})
      folders.push_back(fs::path(libraries) / programs);
  }
  const char* variable = std::getenv("PATH");
  for (std::string_view rest = variable ? variable : ""; !rest.empty();) {
    const auto end = rest.find(':');
    folders.emplace_back(rest.substr(0, end));
    rest = end == rest.npos ? std::string_view{} : rest.substr(end + 1);
  }
  for (const fs::path& folder : folders) {
    const fs::path program = (folder / "nvdisasm").lexically_normal();
    if (access(program.c_str(), X_OK) == 0) return {program.string(), ""};
  }
  return {"",
          "no disassembler: CUDA's nvdisasm is not installed (pip install "
          "nvidia-cuda-nvdisasm)"};
}

[[noreturn]] void refuse_disassembly(const std::string& found) {
  Diagnostic diagnostic;
  diagnostic.what = "the kernel's machine code cannot be disassembled";
  diagnostic.found = found;
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

}  // namespace

const DisassemblerAvailability& disassembler_availability() {
  static const DisassemblerAvailability found = look();
  return found;
}

MappedText disassemble_cubin(const std::string& cubin) {
  const auto& [program, reason] = disassembler_availability();
  if (program.empty()) refuse_disassembly(reason);
  const PrivateFolder folder;
  const fs::path file = folder / "kernel.cubin";
  std::ofstream(file, std::ios::binary) << cubin;
  const ChildResult child = run_child({program, "-g", "-c", file.string()}, deadline);
  if (child.exit_code != 0)
    refuse_disassembly(program + (child.timed_out ? " did not end" : ": " + child.output));
  return clean_sass(child.output, cuda_source_name);
}

}  // namespace ng
