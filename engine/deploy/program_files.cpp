// SPDX-License-Identifier: Apache-2.0
#include "engine/deploy/program_files.h"

#include <map>
#include <string_view>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/deploy/runtime_texts.h"
#include "engine/formats/tensors/npy_types.h"

namespace ng {
namespace {

// Text for a comment: without line ends and without the end of a comment.
std::string comment(const std::string& text) {
  return comment_text(text, 200);
}

using Texts = std::map<std::string_view, std::string>;  // by mark

// The word of a mark "$NAME$" that begins here; empty: none does, as in CMake's "${options}".
std::string_view mark_at(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  const std::size_t end = text.find_first_not_of(letters, 1);
  return end == text.npos || text[end] != '$' ? std::string_view() : text.substr(1, end - 1);
}

const std::string& text_of(std::string_view mark, const Texts& texts) {
  const auto found = texts.find(mark);
  if (found != texts.end()) return found->second;
  refuse(ErrorKind::internal, "a template has the unknown mark '" + std::string(mark) + "'");
}

// Puts texts in the place of a template's marks. What is inserted is not read again: names, titles
// and tables of a document may look like marks. A mark alone on its line takes the line's end with
// it, because its text has its own.
std::string filled(std::string_view text, const Texts& texts) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view mark = text[at] == '$' ? mark_at(text.substr(at)) : std::string_view();
    if (mark.empty()) {
      result += text[at++];
      continue;
    }
    const bool starts_line = at == 0 || text[at - 1] == '\n';
    result += text_of(mark, texts);
    at += mark.size() + 2;
    if (starts_line && at < text.size() && text[at] == '\n') ++at;
  }
  return result;
}

// "X_f32_4x128"
std::string argument_name(const DeployedProgram& program, const DeployedTensor& tensor) {
  return tensor.identifier + "_" + type_text(program.buffer(tensor.buffer));
}

std::string run_arguments(const DeployedProgram& program) {
  std::string text = program.name + "_program* program";
  for (const DeployedTensor& input : program.inputs) {
    text += ",\n    const " + c_type_of(program.buffer(input.buffer).dtype) + "* " +
            argument_name(program, input);
  }
  for (const DeployedTensor& result : program.results) {
    if (result.buffer < 0) continue;
    text += ",\n    " + c_type_of(program.buffer(result.buffer).dtype) + "* " +
            argument_name(program, result);
  }
  return text;
}

std::string described(const DeployedProgram& program, const char* kind,
                      const std::vector<DeployedTensor>& tensors) {
  std::string text;
  for (const DeployedTensor& tensor : tensors) {
    if (tensor.buffer < 0) continue;
    const Buffer& buffer = program.buffer(tensor.buffer);
    text += std::string(" *   ") + kind + " " + comment(tensor.name) + ": " +
            std::string(name(buffer.dtype)) + ", " + comment(axes_text(buffer)) + "\n";
  }
  return text;
}

// Fills a template that may name the program besides.
std::string filled(const char* text, const DeployedProgram& program, Texts texts = {}) {
  texts.emplace("NAME", program.name);
  texts.emplace("TITLE", comment(program.title));
  texts.emplace("HASH", program.hash);
  return filled(std::string_view(text), texts);
}

// In main.c, apart from all other names there.
std::string local_input(const DeployedTensor& input) {
  return "in_" + input.identifier;
}
std::string local_result(const DeployedTensor& result) {
  return "out_" + result.identifier;
}

// What the header of a .npy file has to hold, without spaces; each ends in "\0".
std::string npy_fields(const Buffer& buffer) {
  std::string shape;
  for (const std::int64_t length : buffer.shape) shape += std::to_string(length) + ",";
  if (buffer.shape.size() > 1) shape.pop_back();
  return c_string("'descr':" + npy_descr(buffer.dtype)) + "\"\\0\" " +
         c_string("'fortran_order':False") + "\"\\0\" " + c_string("'shape':(" + shape + ")") +
         "\"\\0\"";
}

// The arrays that main.c feeds and prints, as locals of its main function.
std::string main_arrays(const DeployedProgram& program) {
  std::string text;
  const auto add = [&](const DeployedTensor& tensor, const std::string& local, bool read) {
    if (tensor.buffer < 0) return;
    const Buffer& buffer = program.buffer(tensor.buffer);
    text += "  " + c_type_of(buffer.dtype) + "* " + local + " = " +
            (read ? "read_array(" : "make_array(") + c_string(tensor.name) + ", " +
            std::to_string(buffer.bytes) +
            (read ? ",\n      " + npy_fields(buffer) + ", argc, argv);\n" : ");\n");
  };
  for (const DeployedTensor& input : program.inputs) add(input, local_input(input), true);
  for (const DeployedTensor& result : program.results) add(result, local_result(result), false);
  return text;
}

std::string main_names(const DeployedProgram& program) {
  std::string text = "program";
  for (const DeployedTensor& input : program.inputs) text += ", " + local_input(input);
  for (const DeployedTensor& result : program.results)
    text += result.buffer < 0 ? std::string() : ", " + local_result(result);
  return text;
}

// How printf prints an element exactly, and the type that it takes; half floats are their bits.
struct Print {
  const char *format, *type;
};
Print print_of(DType dtype) {
  switch (dtype) {
    case DType::f64: return {"%.17g", "double"};
    case DType::f32: return {"%.9g", "double"};
    case DType::u64: return {"%llu", "unsigned long long"};
    default: return {"%lld", "long long"};
  }
}

std::string main_prints(const DeployedProgram& program) {
  std::string text;
  for (const DeployedTensor& result : program.results) {
    if (result.buffer < 0) continue;
    const Buffer& buffer = program.buffer(result.buffer);
    const bool raw = buffer.dtype == DType::f16 || buffer.dtype == DType::bf16;
    const Print print = print_of(buffer.dtype);
    text += "  printf(\"%s" + std::string(raw ? " (bits)" : "") + "\\n\", " +
            c_string(result.name) + ");\n  for (long i = 0; i < " +
            std::to_string(element_count(buffer.shape)) + "; ++i) printf(\"" + print.format +
            "\\n\", (" + print.type + ")" + local_result(result) + "[i]);\n";
  }
  return text;
}

// Does a step multiply matrices of this type? Convolutions of floats do so in float32.
bool has_products(const DeployedProgram& deployed, bool of_doubles) {
  bool any = false;
  for_each_program(deployed.program(), [&](const Program& program) {
    for (const Step& step : program.steps) {
      if (const auto* matmul = step.as<Matmul>())
        any |= (matmul->dtype == DType::f64) == of_doubles;
      const auto* window = step.as<WindowStep>();
      const auto* convolution = window ? std::get_if<Convolution>(window) : nullptr;
      any |= convolution && !of_doubles && !convolution->bytes;
    }
  });
  return any;
}

}  // namespace

std::string header_file(const DeployedProgram& program) {
  return filled(deploy_texts::header, program,
                {{"TENSORS", described(program, "input", program.inputs) +
                                 described(program, "result", program.results) +
                                 described(program, "variable", program.states)},
                 {"ARGUMENTS", run_arguments(program)},
                 {"STATE", program.trains ? filled(deploy_texts::header_state, program) : ""}});
}

std::string source_file(const DeployedProgram& program, const std::string& tables) {
  std::string inputs, results;
  for (const DeployedTensor& input : program.inputs) inputs += argument_name(program, input) + ", ";
  for (const DeployedTensor& result : program.results)
    results += (result.buffer < 0 ? "NULL" : argument_name(program, result)) + ", ";
  return filled(deploy_texts::source, program,
                {{"VECTOR_SIZE", std::to_string(vector_bytes(*program.target))},
                 {"FLOAT_PRODUCTS", has_products(program, false) ? "1" : "0"},
                 {"DOUBLE_PRODUCTS", has_products(program, true) ? "1" : "0"},
                 {"ARGUMENTS", run_arguments(program)},
                 {"INPUTS", inputs + "NULL"},
                 {"RESULTS", results + "NULL"},
                 {"TABLES", tables}});
}

std::string main_file(const DeployedProgram& program) {
  const bool file = !program.states.empty() && !program.weights_inside;
  return filled(deploy_texts::main, program,
                {{"ARRAYS", main_arrays(program)},
                 {"CALL", program.name + "_run(" + main_names(program) + ")"},
                 {"PRINTS", main_prints(program)},
                 {"SAVE", program.trains ? filled(deploy_texts::main_save, program) : ""},
                 {"WEIGHTS", file ? "\"" + program.name + ".safetensors\"" : "NULL"}});
}

std::string cmake_file(const DeployedProgram& program, std::size_t units) {
  std::string sources = program.name + ".c", options, kernels;
  for (std::size_t i = 0; i < units; ++i) kernels += " kernels_" + std::to_string(i) + ".cpp";
  if (program.weights_inside && !program.states.empty()) sources += " weights.c";
  for (const std::string& option : compile_options(*program.target)) options += " " + option;
  std::string own, runtime;
  for (const std::string& option : kernel_options()) own += " " + option;
  for (const std::string& option : runtime_options()) runtime += " " + option;
  return filled(deploy_texts::cmake, program,
                {{"SOURCES", sources + kernels},
                 {"KERNEL_OPTIONS", own},
                 {"RUNTIME_OPTIONS", runtime},
                 {"OPTIONS", options}});
}

std::string readme_file(const DeployedProgram& program) {
  return filled(
      deploy_texts::readme, program,
      {{"TARGET",
        std::string(program.target->name) + " (" + std::string(program.target->summary) + ")"},
       {"WEIGHTS", program.states.empty()   ? "none"
                   : program.weights_inside ? "inside the library"
                                            : program.name + ".safetensors, mapped when opened"},
       {"DATA_BYTES", std::to_string(program.data_bytes)}});
}

}  // namespace ng
