// SPDX-License-Identifier: Apache-2.0
// `ngraph convert`: converts documents, arrays and models between formats.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/cli/arguments.h"
#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/lengths.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/base/joined.h"
#include "engine/base/quote.h"
#include "engine/documents/checkpoint_manifest.h"
#include "engine/documents/convert_checkpoint.h"
#include "engine/documents/document.h"
#include "engine/documents/export_program.h"
#include "engine/documents/models/export_onnx.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/formats/documents/compilation_file.h"
#include "engine/formats/format_table.h"
#include "engine/formats/tensorflow/tensorflow_file.h"

namespace ng::cli {
namespace {

bool isDocument(const Format& format) {
  return format.role == FileRole::document;
}

bool isCompilation(const Format& format) {
  return format.role == FileRole::compilation;
}

const Format& formatFor(const std::string& path) {
  if (const Format* format = format_for_path(path)) return *format;
  const std::string known = suffixesOf([](const Format& format) {
    return (format.write || &format == format_named("onnx")) && !isCompilation(format);
  });
  throw UsageError("unknown suffix of '" + path + "'; convert writes " + known + ", .py and .cpp");
}

[[noreturn]] void refuseKinds(const Format& from, const Format& to) {
  Diagnostic diagnostic;
  diagnostic.what = "a file of one kind cannot be converted to the other";
  diagnostic.found = std::string(from.title) + " to " + std::string(to.title);
  diagnostic.expected = "document to document, or arrays to arrays";
  if (&to == &capture_format) diagnostic.action = "ngraph capture FILE OUT measures and captures";
  if (&to == &compilation_format) diagnostic.action = "ngraph passes FILE --save OUT compiles";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The output, and what is known of it.
struct Converted {
  std::string wrote;
  Json facts = Json::object();
};

// What is fed gives all lengths, which are then those of the model.
ExportedModel writeOnnx(const Arguments& arguments, const Document& document,
                        const std::string& out) {
  const std::string computation = arguments.value("--computation").value_or("");
  if (arguments.has("--feed")) return export_onnx(document, out, computation);
  const RunOverrides lengths = lengthsOf(arguments);
  LoadOptions options;
  options.cancel = cancelFlag().get();
  options.axis_lengths = lengths.axis_lengths;
  options.batch_size = lengths.batch_size;
  return export_open_onnx(document, options, out, computation);
}

Json factsOf(const ExportedModel& written) {
  Json set = Json::array();
  for (const SetLength& each : written.set)
    set.push_back({{"name", each.symbol}, {"length", each.length}, {"reason", each.why}});
  return {{"computation", written.computation},
          {"left_out", written.left_out},
          {"open", written.open},
          {"set", std::move(set)},
          {"weights", written.weights}};
}

Converted convertToOnnx(const Arguments& arguments, const std::string& out) {
  LoadOptions options;
  options.lengths_stay_open = !arguments.has("--feed");
  const Document document = openResized(arguments, lengthsOf(arguments), options);
  checkFedShapes(arguments, document);
  const ExportedModel written = writeOnnx(arguments, document, out);
  for (const SetLength& each : written.set) {
    Diagnostic note;
    note.what = "the length of " + quote(each.symbol) + " is " + std::to_string(each.length) +
                " in the model; it cannot stay open because of " + each.why;
    note.action = "choose another with --length " + each.symbol + "=N";
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  }
  const std::string updates = plural(static_cast<std::int64_t>(written.left_out), "update");
  return {"computation " + quote(written.computation) +
              (written.left_out > 0 ? " without " + updates + " of state" : "") +
              (written.open.empty() ? "" : ", open lengths " + joined(written.open)) +
              (written.weights.empty() ? "" : ", large weights in " + quote(written.weights)),
          factsOf(written)};
}

// Documents are loaded and saved as live ops, so the output is what a run of the input computes.
Converted convertDocument(const Arguments& arguments, const std::string& out) {
  if (format_for_path(out) == format_named("onnx")) return convertToOnnx(arguments, out);
  const Document document = openDocument(arguments);
  checkFedShapes(arguments, document);
  save_document(document, out);
  return {plural(static_cast<std::int64_t>(document.ops.size()), "op")};
}

// Are there elements that reading as tensors of the engine would change or leave out, or curves of
// a run, which are no tensors of its checkpoint?
bool storesMore(const TensorDirectory& directory, bool otherFormat) {
  if (otherFormat && has_manifest(directory.metadata)) return true;
  return std::any_of(
      directory.tensors.begin(), directory.tensors.end(),
      [](const StoredTensor& tensor) { return !tensor.is_real() || !tensor.dtype.dtype(); });
}

Converted convertArrays(const Arguments& arguments, Reader& reader, const Format& from,
                        const Format& to, const std::string& out) {
  for (const char* option : {"--batch", "--length", "--feed"})
    if (arguments.has(option))
      throw UsageError(std::string(option) + " is for documents; arrays have their lengths");
  Notes notes;
  if (to.stream && from.list && storesMore(from.list(reader, notes), &from != &to))
    return {plural(std::ssize(convert_checkpoint(reader.path(), out, {}).tensors), "array")};
  notes.clear();
  const FileModel model = from.read(reader, notes);
  for (const Diagnostic& note : notes) {
    std::fprintf(stderr, "ngraph: note: %s\n", to_string(note).c_str());
  }
  if (!to.write) {
    Diagnostic diagnostic;
    diagnostic.what = std::string(to.title) + " can be read but not written";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  to.write(out, model);
  return {plural(static_cast<std::int64_t>(tensors_of(model).tensors.size()), "array")};
}

// Writes the program that builds a document, and next to it the arrays too large for its source.
int convertToProgram(const Arguments& arguments, const std::string& in, const std::string& out) {
  const Document document = openDocument(arguments);
  checkFedShapes(arguments, document);
  const std::string arrays = export_program(document, out);
  const std::string wrote = plural(static_cast<std::int64_t>(document.ops.size()), "op");
  if (arguments.json()) {
    printJson({{"in", in},
               {"from", "ngraph"},
               {"out", out},
               {"to", std::filesystem::path(out).extension().string().substr(1)},
               {"wrote", wrote}});
  } else {
    print(wrote + " written to " + out + (arrays.empty() ? "" : ", arrays to " + arrays) + "\n");
  }
  return fine;
}

int run(const Arguments& arguments) {
  const std::string &in = arguments.operand(0), &out = arguments.operand(1);
  if (arguments.has("--computation") && format_for_path(out) != format_named("onnx"))
    throw UsageError(
        "--computation goes with an OUT of .onnx: other formats hold all computations");
  if (is_program_path(out)) return convertToProgram(arguments, in, out);
  const Format& to = formatFor(out);
  Reader reader(model_file_of(in));
  const Format& from = recognise(reader);
  const bool graph = isDocument(to) ? role_of(reader) == FileRole::document : isDocument(from);
  if (graph != isDocument(to) || isCompilation(from) || isCompilation(to)) refuseKinds(from, to);
  const Converted made =
      graph ? convertDocument(arguments, out) : convertArrays(arguments, reader, from, to, out);
  if (arguments.json()) {
    Json said = {
        {"in", in}, {"from", from.name}, {"out", out}, {"to", to.name}, {"wrote", made.wrote}};
    said.update(made.facts);
    printJson(said);
  } else {
    print(made.wrote + " written to " + out + "\n");
  }
  return fine;
}

}  // namespace

const Command convert_command = {
    .name = "convert",
    .operands = "IN OUT",
    .summary =
        "Convert a document or an ONNX model, or export it as a program (.py, .cpp), or convert "
        "arrays; the suffix of OUT selects the format",
    .options = withShapeOptions(
        {{"--computation", "C",
          "for an ONNX model: computation by name (default: the first that changes no state)"}}),
    .run = run,
};

}  // namespace ng::cli
