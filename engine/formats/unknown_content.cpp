// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/unknown_content.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iterator>
#include <span>
#include <string_view>

#include "engine/base/quote.h"

namespace ng {
namespace {

struct Known {
  std::string_view start;
  const char* kind;
  const char* action;
};

constexpr const char* pickle_action =
    "save its arrays with torch.save, safetensors or numpy.savez; nothing was loaded or executed";

constexpr Known known_starts[] = {
    {"version https://git-lfs", "a Git LFS pointer, not the file itself",
     "run 'git lfs pull' and open it again"},
    {"/annex/objects", "a git-annex pointer, not the file itself",
     "run 'git annex get' and open it again"},
    {"<!doctype html", "an HTML page", "download the file again; a web page was saved instead"},
    {"<html", "an HTML page", "download the file again; a web page was saved instead"},
    {"<?xml", "an XML file", "choose the model file itself"},
    {"\x1f\x8b", "a gzip archive", "unpack it with gunzip first"},
    {"\xfd"
     "7zXZ",
     "an xz archive", "unpack it first"},
    {"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"},
    {"rar!", "a RAR archive", "unpack it first"},
    {"%pdf", "a PDF document", "choose the model file itself"},
    {"pk\x03\x04", "a zip archive", "unpack it and choose the file inside"},
    {"\x7f"
     "elf",
     "a program", "choose the model file itself"},
    {"ml\xefr", "a module of MLIR as bytecode",
     "write it as text: jax.jit(f).lower(x).as_text() or exported.mlir_module()"},
    {"\x80\x02", "a Python pickle", pickle_action},
    {"\x80\x03", "a Python pickle", pickle_action},
    {"\x80\x04", "a Python pickle", pickle_action},
    {"\x80\x05", "a Python pickle", pickle_action},
    {"#!", "a script", "choose the model file itself"},
    {"\xff\xfe", "text in UTF-16", "save it as UTF-8"},
    {"\xfe\xff", "text in UTF-16", "save it as UTF-8"},
};

constexpr const char* download_again =
    "the server answered with an error; download the file again, with access to it";

// How answers of servers begin that were saved instead of a file.
constexpr std::string_view json_errors[] = {"error", "errors", "message", "detail", "status"};

// Fields of an ONNX model, and of a network of Caffe, in the text form of protobuf.
constexpr std::string_view onnx_fields[] = {"ir_version",       "opset_import",  "producer_name",
                                            "producer_version", "model_version", "graph"};
constexpr std::string_view caffe_fields[] = {"layer", "layers"};

std::string_view without_space(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

bool is_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 ? byte != 0x7f : c == '\n' || c == '\r' || c == '\t';
  });
}

// The first key of a JSON object; empty for any other text.
std::string_view first_json_key(std::string_view text) {
  text = without_space(text);
  if (!text.starts_with('{')) return {};
  text = without_space(text.substr(1));
  if (!text.starts_with('"')) return {};
  return text.substr(1, std::min(text.find('"', 1), text.size()) - 1);
}

// Does a line begin with one of these fields, as in "graph {" or "ir_version: 8"?
bool has_field(std::string_view text, std::span<const std::string_view> fields) {
  while (!text.empty()) {
    const std::string_view line = without_space(text);
    const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
    const bool field = end != std::string_view::npos &&
                       (line[end] == ':' || without_space(line.substr(end)).starts_with('{'));
    if (field && std::find(fields.begin(), fields.end(), line.substr(0, end)) != fields.end())
      return true;
    text = line.substr(std::min(line.find('\n'), line.size()));
  }
  return false;
}

// Does a line import a module, as in "import ngraph as ng" or "from ngraph import placeholder"?
bool is_python(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with("import ")) return true;
    if (line.starts_with("from ") && line.find(" import ") != std::string_view::npos) return true;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return false;
}

// Of PyTorch before 0.2: a tar archive with these files.
bool is_old_checkpoint(std::string_view tar) {
  if (tar.starts_with("./")) tar.remove_prefix(2);
  for (const std::string_view name : {"sys_info", "pickle", "storages", "tensors"})
    if (tar.substr(0, tar.find('\0')) == name) return true;
  return false;
}

UnknownContent describe_text(std::string_view text) {
  if (is_python(text))
    return {"Python source",
            "run it by python3 with the package ngraph, or open it in ngraph-workbench"};
  if (has_field(text, onnx_fields))
    return {"an ONNX model as text (protobuf text format)",
            "write it in binary: onnx.save(onnx.load(FILE, format='textproto'), 'model.onnx')"};
  if (has_field(text, caffe_fields))
    return {"a Caffe network as text (protobuf text format)", "convert the network to ONNX"};
  const std::string_view start = without_space(text);
  if (start.starts_with('['))
    return {"a list in JSON", "choose the model file, the document or the file with the weights"};
  if (start.starts_with('{'))
    return {"JSON without weights", "choose the file with the weights, or the model itself"};
  return {"text that begins " + quote(start.substr(0, std::min<std::size_t>(start.find('\n'), 60))),
          "choose the model file itself"};
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(c < 0x80 ? std::tolower(c) : c); });
  return text;
}

}  // namespace

std::optional<UnknownContent> describe_error_page(const Reader& reader) {
  const std::string first = reader.first_bytes(512);
  const std::string_view key = first_json_key(first);
  if (!key.empty() &&
      std::find(std::begin(json_errors), std::end(json_errors), key) != std::end(json_errors))
    return UnknownContent{"an error message in JSON: " + quote(without_space(first)),
                          download_again};
  if (first.starts_with("<?xml") && first.find("<Error>") != std::string::npos)
    return UnknownContent{"an error message in XML", download_again};
  return std::nullopt;
}

UnknownContent describe_unknown_content(const Reader& reader) {
  if (auto page = describe_error_page(reader)) return *page;
  const std::string first = reader.first_bytes(512);
  if (first.empty()) return {"an empty file", "save or download it again"};
  if (std::all_of(first.begin(), first.end(), [](char c) { return c == '\0'; })) {
    return {"only zeros", "the save was probably interrupted; open an older copy"};
  }
  const std::string start = lower(first);
  for (const Known& known : known_starts) {
    if (start.starts_with(known.start)) return {known.kind, known.action};
  }
  if (first.size() > 262 && std::string_view(first).substr(257, 5) == "ustar") {
    if (is_old_checkpoint(first))
      return {"a checkpoint of PyTorch before 0.2, in a tar archive",
              "open it with torch.load and save it again with torch.save"};
    return {"a tar archive", "unpack it and choose the file inside"};
  }
  if (is_text(first)) return describe_text(first);
  std::string hex = "bytes";
  for (std::size_t i = 0; i < std::min<std::size_t>(16, first.size()); ++i) {
    char digits[8];
    std::snprintf(digits, sizeof digits, " %02x", static_cast<unsigned char>(first[i]));
    hex += digits;
  }
  return {hex, "choose a file of a known kind"};
}

}  // namespace ng
