// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/unknown_content.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>

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
    {"\x89hdf", "an HDF5 file",
     "save a Keras model as a SavedModel (model.export); convert arrays to safetensors or npz"},
    {"pk\x03\x04", "a zip archive", "unpack it and choose the file inside"},
    {"\x7f"
     "elf",
     "a program", "choose the model file itself"},
    {"\x80\x02", "a Python pickle", pickle_action},
    {"\x80\x03", "a Python pickle", pickle_action},
    {"\x80\x04", "a Python pickle", pickle_action},
    {"\x80\x05", "a Python pickle", pickle_action},
    {"gguf", "a GGUF model", "download the safetensors files of the model"},
    {"#!", "a script", "choose the model file itself"},
    {"import ", "Python source", "run it with the ngraph package"},
    {"\xff\xfe", "text in UTF-16", "save it as UTF-8"},
    {"\xfe\xff", "text in UTF-16", "save it as UTF-8"},
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(c < 0x80 ? std::tolower(c) : c); });
  return text;
}

}  // namespace

UnknownContent describe_unknown_content(const Reader& reader) {
  const std::string first = reader.first_bytes(512);
  if (first.empty()) return {"an empty file", "save or download it again"};
  if (std::all_of(first.begin(), first.end(), [](char c) { return c == '\0'; })) {
    return {"only zeros", "the save was probably interrupted; open an older copy"};
  }
  const std::string start = lower(first);
  for (const Known& known : known_starts) {
    if (start.starts_with(known.start)) return {known.kind, known.action};
  }
  if (first.size() > 8 && std::string_view(first).substr(4, 4) == "TFL3")
    return {"a TensorFlow Lite model", "save the model as a SavedModel, or export it to ONNX"};
  if (first.size() > 262 && std::string_view(first).substr(257, 5) == "ustar") {
    return {"a tar archive", "unpack it and choose the file inside"};
  }
  std::string hex = "bytes";
  for (std::size_t i = 0; i < std::min<std::size_t>(16, first.size()); ++i) {
    char digits[8];
    std::snprintf(digits, sizeof digits, " %02x", static_cast<unsigned char>(first[i]));
    hex += digits;
  }
  return {hex, "choose a file of a known kind"};
}

}  // namespace ng
