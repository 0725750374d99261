// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/deployed_program.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "engine/kernels/c_identifier.h"
#include "engine/session/compilation.h"

namespace ng {
namespace {

constexpr std::int64_t alignment = 64;

std::int64_t aligned(std::int64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// The prefix of all names that other programs see. It also names files and a target of CMake: not
// those of the runtime (ngr_…) and of the program, of the C library's headers, and of CMake itself.
std::string program_name(const std::string& wanted) {
  static const std::set<std::string> taken = {
      "alloca",     "assert",    "ctype",   "endian",     "errno",      "fcntl",
      "features",   "float",     "limits",  "locale",     "main",       "math",
      "setjmp",     "signal",    "stdarg",  "stddef",     "stdint",     "stdio",
      "stdlib",     "string",    "strings", "time",       "unistd",     "wchar",
      "weights",    "m",         "all",     "help",       "clean",      "install",
      "preinstall", "ALL_BUILD", "INSTALL", "ZERO_CHECK", "edit_cache", "rebuild_cache"};
  const std::string name = kernel::c_identifier(wanted);
  std::string start = name.substr(0, 3);
  std::transform(start.begin(), start.end(), start.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  const bool clashes = name.empty() || kernel::is_taken_in_c(name) || taken.contains(name) ||
                       start == "ngr" || name.starts_with("kernels_");
  return clashes ? name + "_" : name;
}

// Distinct identifiers of tensors. Where they are used, their types or a prefix are added.
class Names {
 public:
  std::string unique(const std::string& name) {
    std::string base = kernel::c_identifier(name);
    if (base.empty()) base = "_";
    std::string found = base;
    for (int i = 2; !taken_.insert(found).second; ++i) found = base + "_" + std::to_string(i);
    return found;
  }

 private:
  std::set<std::string> taken_;
};

std::set<int> written_buffers(const Program& program) {
  std::set<int> written;
  for (const Step& step : program.steps) written.insert(step.writes.begin(), step.writes.end());
  return written;
}

bool is_input(const Program& program, int buffer) {
  const std::vector<int>& inputs = program.parameters;
  return std::find(inputs.begin(), inputs.end(), buffer) != inputs.end();
}

// Variables that the steps which run once read do not change: these steps need not run again.
bool skips_once(const Program& program, const std::set<int>& written) {
  for (std::size_t i = 0; i < program.once; ++i) {
    for (const int buffer : program.steps[i].reads) {
      const Buffer& read = program.buffers[static_cast<std::size_t>(buffer)];
      const bool changes = written.count(buffer) || is_input(program, buffer);
      if (read.kind == BufferKind::persistent && changes) return false;
    }
  }
  return program.once > 0;
}

// The last step that reads the buffer, if all that do run once and are not repeated; else -1.
int last_read(const Program& program, int buffer, bool skips_once) {
  int last = -1;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const std::vector<int>& reads = program.steps[i].reads;
    if (std::find(reads.begin(), reads.end(), buffer) == reads.end()) continue;
    if (i >= program.once || !skips_once) return -1;
    last = static_cast<int>(i);
  }
  return last;
}

class Planner {
 public:
  Planner(const Compilation& compilation, const DeployTarget& target, const std::string& name)
      : written_(written_buffers(compilation.program)) {
    plan_.compilation = &compilation;
    plan_.target = &target;
    plan_.title = compilation.computation;
    plan_.name = program_name(name.empty() ? compilation.computation : name);
  }

  DeployedProgram run() {
    const Program& program = plan_.program();
    const ComputationParts& parts = plan_.compilation->parts;
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
      plan_.inputs.push_back(tensor(Op(parts.parameters[i]).name(), program.parameters[i]));
    for (std::size_t i = 0; i < program.results.size(); ++i) {
      plan_.results.push_back(tensor(Op(parts.results[i]).name(), program.results[i]));
      plan_.results.back().direct = is_direct(i);
    }
    plan_.skips_once = skips_once(program, written_);
    place_buffers();
    return std::move(plan_);
  }

 private:
  DeployedTensor tensor(const std::string& name, int buffer) {
    return {name, names_.unique(name), buffer, false, {}, -1};
  }

  bool is_direct(std::size_t result) const {
    const std::vector<int>& results = plan_.program().results;
    const auto end = results.begin() + static_cast<std::ptrdiff_t>(result);
    if (results[result] < 0 || std::find(results.begin(), end, results[result]) != end)
      return false;
    const Buffer& buffer = plan_.buffer(results[result]);
    return buffer.kind == BufferKind::output && !buffer.once;
  }

  // A variable that is an input is kept after the call.
  bool is_own(int i) {
    const BufferKind kind = plan_.buffer(i).kind;
    if (kind == BufferKind::output || kind == BufferKind::kept) return true;
    if (kind == BufferKind::persistent && is_input(plan_.program(), i)) return true;
    const bool stored = kind == BufferKind::persistent || kind == BufferKind::input;
    return stored && written_.count(i);
  }

  void place_buffers() {
    const Program& program = plan_.program();
    std::int64_t at = 0;
    for (int i = 0; i < static_cast<int>(program.buffers.size()); ++i) {
      const Buffer& buffer = plan_.buffer(i);
      plan_.offsets.push_back(is_own(i) ? at : -1);
      if (is_own(i)) at += aligned(buffer.bytes);
      if (buffer.kind != BufferKind::persistent) continue;
      plan_.trains |= written_.count(i) > 0;
      plan_.states.push_back(
          {buffer.name, "", i, false, buffer.contents, last_read(program, i, plan_.skips_once)});
    }
    plan_.pool_offset = at;
    plan_.data_bytes = at + aligned(program.pool_bytes);
  }

  DeployedProgram plan_;
  std::set<int> written_;
  Names names_;
};

}  // namespace

DeployedProgram plan_deployment(const Compilation& compilation, const DeployTarget& target,
                                const std::string& name) {
  return Planner(compilation, target, name).run();
}

std::string c_type_of(DType dtype) {
  switch (dtype) {
    case DType::f64: return "double";
    case DType::f32: return "float";
    case DType::f16:
    case DType::bf16:
    case DType::u16: return "uint16_t";
    case DType::i8: return "int8_t";
    case DType::i16: return "int16_t";
    case DType::i32: return "int32_t";
    case DType::i64: return "int64_t";
    case DType::u32: return "uint32_t";
    case DType::u64: return "uint64_t";
    case DType::u8:
    case DType::bool_: break;
  }
  return "uint8_t";
}

std::string axes_text(const Buffer& buffer) {
  std::string text;
  for (std::size_t i = 0; i < buffer.shape.size(); ++i) {
    text += (i ? ", " : "") + (i < buffer.axes.size() ? buffer.axes[i] : "?") + " " +
            std::to_string(buffer.shape[i]);
  }
  return text.empty() ? "a single number" : text;
}

std::string type_text(const Buffer& buffer) {
  static constexpr const char* names[] = {"f64", "f32", "f16", "bf16", "i8",  "i16", "i32",
                                          "i64", "u8",  "u16", "u32",  "u64", "bool"};
  std::string text = names[static_cast<int>(buffer.dtype)];
  for (std::size_t i = 0; i < buffer.shape.size(); ++i)
    text += (i ? "x" : "_") + std::to_string(buffer.shape[i]);
  return text;
}

std::string c_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\' || letter == '?') {
      quoted += std::string("\\") + letter;
    } else if (byte >= 0x20 && byte < 0x7f) {
      quoted += letter;
    } else {  // three octal digits end the escape, unlike hexadecimal ones
      quoted += "\\";
      for (const int shift : {6, 3, 0}) quoted += static_cast<char>('0' + (byte >> shift & 7));
    }
  }
  return quoted + "\"";
}

}  // namespace ng
