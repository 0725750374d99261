// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/program_tables.h"

#include <algorithm>
#include <cstdio>

#include "engine/backends/cpu/cpu_source.h"
#include "engine/deploy/step_tables.h"

namespace ng {
namespace {

const char* place_of(const Buffer& buffer, bool own, bool has_contents) {
  if (own) return "ngr_own";
  if (buffer.kind == BufferKind::temporary) return "ngr_temporary";
  return has_contents ? "ngr_constant" : "ngr_bound";
}

class TableWriter {
 public:
  explicit TableWriter(const DeployedProgram& deployed) : deployed_(deployed) {}

  ProgramTables run() {
    const std::string program = write_program(deployed_.program(), &deployed_);
    write_model(program);
    return std::move(tables_);
  }

 private:
  // Writes the program after the bodies of its loops; returns the name of its table.
  std::string write_program(const Program& program, const DeployedProgram* outer) {
    const int table = pointers_;  // 0 for the outer program, as the runtime expects
    pointers_ += static_cast<int>(program.buffers.size());
    std::vector<std::string> bodies;
    for (const Step& step : program.steps)
      bodies.push_back(step.loop() ? write_program(step.loop()->body, nullptr) : std::string());
    const std::string name = "p" + std::to_string(programs_++);
    const std::vector<std::string> kernels = write_kernels(program, name);
    std::string& text = tables_.text;
    write_buffers(program, name, outer);
    std::string rows;
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
      const Step& step = program.steps[i];
      const StepRow row =
          step_row({program, step, name + "_" + std::to_string(i), kernels, bodies[i], pointers_});
      arguments_ = std::max(arguments_, static_cast<int>(step.reads.size() + step.writes.size()));
      if (step.loop()) pointers_ += static_cast<int>(2 * step.loop()->states);
      text += row.data;
      rows += row.row;
    }
    text += "static const ngr_step " + name + "_steps[] = {\n" + (rows.empty() ? "  {0}\n" : rows) +
            "};\n";
    const auto list = [&](const char* what, const std::vector<int>& values) {
      text += int_array(name + "_" + what, values);
      return name + "_" + what;
    };
    const std::string parameters = list("parameters", program.parameters);
    const std::string constants = list("constants", program.constants);
    const std::string results = list("results", program.results);
    text += "static const ngr_program " + name + " = {" + std::to_string(program.buffers.size()) +
            ", " + std::to_string(program.steps.size()) + ", " + std::to_string(program.once) +
            ", " + std::to_string(program.parameters.size()) + ", " +
            std::to_string(program.constants.size()) + ", " +
            std::to_string(program.results.size()) + ", " + name + "_buffers, " + name +
            "_steps, " + parameters + ", " + constants + ", " + results + ", " +
            std::to_string(table) + "};\n\n";
    return name;
  }

  // Declares the entry points of the kernels, whose names begin with the program's.
  std::vector<std::string> write_kernels(const Program& program, const std::string& name) {
    const CpuUnits units = cpu_units(program, vector_bytes(*deployed_.target), NamesInText::of_ops);
    const std::string prefix = deployed_.name + "_" + name + "_";
    const auto symbol = [&](const std::string& entry) { return prefix + entry.substr(3); };
    for (const CpuUnits::Unit& unit : units.units) {
      std::string renames;
      for (const std::string& function : unit.functions)
        renames += "#define " + function + " " + symbol(function) + "\n";
      tables_.units.push_back(renames + unit.text);
    }
    std::vector<std::string> symbols;
    for (const std::string& entry : units.entry_of) {
      symbols.push_back(symbol(entry));
      tables_.text += "void " + symbols.back() + "(void* const*, long, long);\n";
    }
    return symbols;
  }

  void write_buffers(const Program& program, const std::string& name,
                     const DeployedProgram* outer) {
    std::string rows;
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
      const Buffer& buffer = program.buffers[i];
      const bool own = outer && outer->offsets[i] >= 0;
      const bool holds = buffer.kind == BufferKind::constant && !buffer.contents.bytes.empty();
      const std::string contents = name + "_c" + std::to_string(i);
      if (holds) {
        tables_.text += "static ";
        tables_.text +=
            word_array(contents, buffer.contents.bytes.data(), buffer.contents.bytes.size());
      }
      rows += std::string("  {") + place_of(buffer, own, holds) + ", " +
              std::to_string(static_cast<int>(buffer.dtype)) + ", " + std::to_string(buffer.bytes) +
              ", " + std::to_string(own ? outer->offsets[i] : buffer.offset) + ", " +
              (holds ? contents : "NULL") + "},\n";
    }
    tables_.text += "static const ngr_buffer " + name + "_buffers[] = {\n" +
                    (rows.empty() ? "  {0}\n" : rows) + "};\n";
  }

  std::string tensor_table(const std::string& name, const std::vector<DeployedTensor>& tensors) {
    std::string rows;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      const DeployedTensor& tensor = tensors[i];
      if (tensor.buffer < 0) {
        rows += "  {" + c_string(tensor.name) + ", \"\", -1, 0, 0, NULL, 0, 0, -1},\n";
        continue;
      }
      const Buffer& buffer = deployed_.buffer(tensor.buffer);
      const std::string shape = name + "_shape" + std::to_string(i);
      tables_.text += long_array(shape, buffer.shape);
      rows += "  {" + c_string(tensor.name) + ", " + c_string(axes_text(buffer)) + ", " +
              std::to_string(tensor.buffer) + ", " +
              std::to_string(static_cast<int>(buffer.dtype)) + ", " +
              std::to_string(buffer.shape.size()) + ", " + shape + ", " +
              std::to_string(buffer.bytes) + ", " + (tensor.direct ? "1, " : "0, ") +
              std::to_string(tensor.last_read) + "},\n";
    }
    tables_.text +=
        "static const ngr_tensor " + name + "[] = {\n" + (rows.empty() ? "  {0}\n" : rows) + "};\n";
    return std::to_string(tensors.size());
  }

  void write_model(const std::string& program) {
    const std::string inputs = tensor_table("inputs", deployed_.inputs);
    const std::string results = tensor_table("results", deployed_.results);
    const std::string states = tensor_table("states", deployed_.states);
    const std::string weights = deployed_.name + "_weights";
    const bool inside = deployed_.weights_inside && !deployed_.states.empty();
    if (inside) {
      tables_.text += "extern const uint64_t " + weights + "[];\n";
    }
    tables_.text += "static const ngr_model model = {\n  " + c_string(deployed_.title) + ", &" +
                    program + ", " + std::to_string(pointers_) + ", " + std::to_string(arguments_) +
                    ",\n  " + std::to_string(deployed_.data_bytes) + ", " +
                    std::to_string(deployed_.pool_offset) + ",\n  " + inputs + ", " + results +
                    ", " + states + ", inputs, results, states,\n  " +
                    (inside ? weights + ", " + std::to_string(deployed_.weight_bytes) : "NULL, 0") +
                    ", " + (deployed_.skips_once ? "1" : "0") + "};\n";
  }

  const DeployedProgram& deployed_;
  ProgramTables tables_;
  int programs_ = 0, pointers_ = 0, arguments_ = 0;
};

}  // namespace

ProgramTables program_tables(const DeployedProgram& program) {
  return TableWriter(program).run();
}

std::string word_array(const std::string& name, const std::byte* bytes, std::size_t count) {
  std::string text = "const uint64_t " + name + "[] __attribute__((aligned(64))) = {";
  for (std::size_t i = 0; i < count; i += 8) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < std::min<std::size_t>(8, count - i); ++k)
      word |= static_cast<std::uint64_t>(bytes[i + k]) << 8 * k;
    char digits[32];
    std::snprintf(digits, sizeof digits, "%s0x%llx,", i % 32 == 0 ? "\n  " : " ",
                  static_cast<unsigned long long>(word));
    text += digits;
  }
  return text + (count ? "\n};\n" : "0};\n");
}

}  // namespace ng
