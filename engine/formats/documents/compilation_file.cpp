// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/compilation_file.h"

#include "engine/base/atomic_file.h"
#include "engine/formats/documents/capture_file.h"

namespace ng {
namespace {

FileModel read(Reader& reader, Notes&) {
  return read_saved_compilation(reader);
}

void write(const std::string& path, const FileModel& model) {
  const auto* saved = std::get_if<SavedCompilationPtr>(&model);
  if (!saved)
    refuse(ErrorKind::value, "a saved compilation is written by ngraph passes FILE --save OUT");
  save_compilation(**saved, path);
}

}  // namespace

SavedCompilationPtr open_compilation(const std::string& path) {
  Reader reader(path);
  if (looks_like_capture(reader.first_bytes(64))) return read_capture(reader).compilation;
  return read_saved_compilation(reader);
}

void save_compilation(const SavedCompilation& saved, const std::string& path) {
  write_file(path, to_json(saved) + "\n");
}

bool is_saved_compilation(const std::string& path) {
  try {
    const std::string first = Reader(path).first_bytes(64);
    return compilation_format.recognises(first) || looks_like_capture(first);
  } catch (const Error&) {
    return false;
  }
}

const Format compilation_format = {
    .name = "ngrec",
    .title = "saved compilation",
    .role = FileRole::compilation,
    .suffixes = {".ngrec"},
    .recognises = looks_like_saved_compilation,
    .read = read,
    .write = write,
};

}  // namespace ng
