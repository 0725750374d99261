// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/archives/npz.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/base/quote.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/archives/zip_writer.h"
#include "engine/formats/documents/capture_file.h"
#include "engine/formats/keras/keras_file.h"
#include "engine/formats/pytorch/pt2_file.h"
#include "engine/formats/pytorch/torch_file.h"
#include "engine/formats/tensors/npy.h"

namespace ng {
namespace {

constexpr std::string_view suffix = ".npy";
constexpr std::uint64_t npy_prefix_bytes = 12;  // magic, version, header length

void check_savable(std::span<const TensorToWrite> tensors) {
  std::set<std::string> names;
  std::uint64_t total = 0;
  for (const TensorToWrite& ref : tensors) {
    if (ref.name.empty() || ref.name.size() > 1000 || !names.insert(ref.name).second) {
      refuse(ErrorKind::value, "an array cannot be saved under the name " + quote(ref.name) +
                                   ": it is empty, too long or taken");
    }
    total += ref.bytes() + 4096;
  }
  if (total > ZipWriter::most_bytes || tensors.size() > ZipWriter::most_entries) {
    refuse(ErrorKind::value, "npz files cannot exceed 4 GiB or 65534 arrays; use safetensors");
  }
}

// Unpacks the beginning of an entry, as far as a header can reach, and reads the header.
NpyLayout read_layout(const Reader& reader, const ZipEntry& entry, ZipEntryStream& stream,
                      std::vector<std::byte>& start, Notes& notes) {
  start.resize(
      std::min<std::uint64_t>(entry.unpacked, npy_prefix_bytes + reader.limits().npy_header_bytes));
  stream.read(start);
  Reader header(start, reader.path() + ":" + entry.name, reader.limits());
  return read_npy_layout(header, 0, entry.unpacked, notes);
}

// The entries that are arrays, of which there must be one.
std::vector<ZipEntry> array_entries(const Reader& reader, Notes& notes) {
  std::vector<ZipEntry> entries = read_zip_directory(reader);
  std::erase_if(entries, [&](const ZipEntry& entry) {
    if (entry.name.ends_with(suffix)) return false;
    add_note(notes, "the entry " + quote(entry.name) + " is not an array and was ignored",
             reader.where(entry.directory));
    return true;
  });
  if (!entries.empty()) return entries;
  reader.fail_at(0, {"the archive holds no arrays",
                     {},
                     "entries named *.npy",
                     "choose an npz file that numpy.savez made"});
}

std::string array_name(const ZipEntry& entry) {
  return entry.name.substr(0, entry.name.size() - suffix.size());
}

TensorDirectory list_npz(Reader& reader, Notes& notes) {
  TensorDirectory directory;
  directory.files = {reader.path()};
  for (ZipEntry& entry : array_entries(reader, notes)) {
    ZipEntryStream stream(reader, entry);
    std::vector<std::byte> start;
    const NpyLayout layout = read_layout(reader, entry, stream, start, notes);
    directory.tensors.push_back(stored_tensor(array_name(entry), layout));
    directory.tensors.back().member = static_cast<std::int32_t>(directory.members.size());
    directory.members.push_back({std::move(entry)});
  }
  return directory;
}

}  // namespace

TensorFile read_npz(Reader& reader, Notes& notes) {
  return read_all_stored(reader, list_npz(reader, notes), notes);
}

void write_npz(const std::string& path, std::span<const TensorRef> tensors) {
  stream_npz(path, to_write(tensors));
}

void stream_npz(const std::string& path, std::span<const TensorToWrite> tensors) {
  check_savable(tensors);
  ZipWriter file(path);
  for (const TensorToWrite& ref : tensors) file.add(ref.name + std::string(suffix), npy_bytes(ref));
  file.commit();
}

const Format npz_format = {
    .name = "npz",
    .title = "NumPy archive",
    .role = FileRole::checkpoint,
    .suffixes = {".npz"},
    .recognises =
        [](std::string_view first) {
          return first.starts_with("PK\x03\x04") && !is_torch_archive(first) &&
                 !looks_like_capture(first) && !is_keras_archive(first) && !is_pt2_archive(first);
        },
    .read = [](Reader& reader, Notes& notes) -> FileModel { return read_npz(reader, notes); },
    .write = [](const std::string& path,
                const FileModel& model) { write_npz(path, refs(tensors_of(model))); },
    .list = list_npz,
    .stream = [](const std::string& path, std::span<const TensorToWrite> tensors,
                 const std::map<std::string, std::string>&) { stream_npz(path, tensors); },
    .holds = holds_npy,
};

}  // namespace ng
