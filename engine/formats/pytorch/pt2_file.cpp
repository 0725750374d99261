// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/pytorch/pt2_file.h"

#include <cstring>
#include <map>
#include <unordered_map>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/pytorch/pt2_json.h"
#include "engine/parsing/json_text.h"

namespace ng {
namespace {

using pytorch::Program;
using pytorch::TensorText;

constexpr const char* again = "the file is damaged; save the program again with torch.export.save";
constexpr const char* model_entry = "models/model.json";
constexpr const char* weights_folder = "data/weights/";
constexpr const char* weights_list = "data/weights/model_weights_config.json";
constexpr const char* constants_folder = "data/constants/";
constexpr const char* constants_list = "data/constants/model_constants_config.json";

// A zip archive with all entries in one folder, which is named after the file.
class Archive {
 public:
  explicit Archive(const Reader& reader) : reader_(reader) {
    for (ZipEntry& entry : read_zip_directory(reader)) {
      const std::size_t slash = entry.name.find('/');
      if (prefix_.empty() && slash != entry.name.npos) prefix_ = entry.name.substr(0, slash + 1);
      // PyTorch can be set to write no checksums.
      members_.push_back({std::move(entry), true});
      members_.back().has_crc = members_.back().entry.method != 0 || members_.back().entry.crc != 0;
    }
    for (std::size_t i = 0; i < members_.size(); ++i) index_.emplace(members_[i].entry.name, i);
  }

  std::optional<std::size_t> find(const std::string& name) const {
    const auto at = index_.find(prefix_ + name);
    return at == index_.end() ? std::nullopt : std::optional(at->second);
  }

  const ZipEntry& entry(std::size_t i) const { return members_[i].entry; }
  const Reader& reader() const { return reader_; }
  std::vector<TensorMember> take_members() { return std::move(members_); }

  std::size_t need(const std::string& name) const {
    if (const auto found = find(name)) return *found;
    reader_.fail_at(0, {"the archive has no entry " + quote(name),
                        std::to_string(index_.size()) + " entries", "a program of torch.export",
                        "choose a file that torch.export.save of PyTorch 2.7 or later wrote"});
  }

  // Unpacked, for JSON and short texts.
  std::string text(std::size_t i) const {
    const auto& [entry, has_crc] = members_[i];
    reader_.check_limit("the entry of the program", entry.unpacked, reader_.limits().header_bytes);
    if (has_crc) return read_zip_entry(reader_, entry);
    std::string made(entry.unpacked, '\0');
    reader_.read_at(entry.data, std::as_writable_bytes(std::span(made)));
    return made;
  }

  JsonText json(std::size_t i) const { return {text(i), reader_.path() + ":" + entry(i).name}; }

 private:
  const Reader& reader_;
  std::vector<TensorMember> members_;
  std::map<std::string, std::size_t> index_;
  std::string prefix_;
};

void check_archive(const Archive& archive) {
  const std::size_t format = archive.need("archive_format");
  if (const std::string text = archive.text(format); text != "pt2")
    archive.reader().fail_at(
        archive.entry(format).header,
        {"the archive has another format", quote(text.substr(0, 64)), quote("pt2"), again});
  const std::size_t version = archive.need("archive_version");
  if (const std::string text = archive.text(version); text != "0")
    archive.reader().fail_at(archive.entry(version).header,
                             {"the archive has another version", quote(text.substr(0, 64)),
                              quote("0"), "export the program with another version of PyTorch"});
}

bool big_endian(const Archive& archive) {
  const auto found = archive.find("byteorder");
  if (!found) return false;
  const std::string order = archive.text(*found);
  if (order == "little" || order == "big") return order == "big";
  archive.reader().fail_at(archive.entry(*found).header,
                           {"the archive has an unknown byte order", quote(order.substr(0, 64)),
                            "little or big", again});
}

// The elements of the storage that a tensor reaches, from the begin of the storage on.
__int128 reached(const TensorText& text) {
  __int128 last = text.first, count = 1;
  for (std::size_t axis = 0; axis < text.tensor.shape.size(); ++axis) {
    const std::int64_t length = text.tensor.shape[axis];
    if (length == 0) return 0;
    last += (__int128{length} - 1) * text.tensor.strides[axis];
    count *= length;
    if (count >> 47 != 0 || last >> 60 != 0) return __int128{1} << 60;
  }
  return last + 1;
}

// Gives a tensor its place in the archive.
StoredTensor placed(const Archive& archive, const std::string& folder, TensorText& text,
                    bool swapped) {
  StoredTensor& tensor = text.tensor;
  if (text.pickled && tensor.fault.empty()) tensor.fault = "it is stored as a pickle";
  if (!tensor.fault.empty()) {
    tensor.strides.clear();
    return std::move(tensor);
  }
  const std::size_t member = archive.need(folder + text.entry);
  const std::int64_t size = tensor.dtype.bits() / 8;
  const std::uint64_t have = archive.entry(member).unpacked;
  const __int128 needed = reached(text) * size;
  if (size <= 0 || needed > __int128{have})
    archive.reader().fail_at(
        archive.entry(member).header,
        {"the tensor " + quote(tensor.name) + " reaches outside of its entry",
         "offset " + std::to_string(text.first) + ", shape " + to_string(tensor.shape) +
             ", strides " + to_string(tensor.strides),
         "within " + counted(have, "byte"), again});
  if (is_row_major(tensor.shape, tensor.strides)) tensor.strides.clear();
  tensor.member = static_cast<std::int32_t>(member);
  tensor.swapped = swapped && size > 1;
  if (needed > 0) tensor.offset = static_cast<std::uint64_t>(text.first * size);
  return std::move(tensor);
}

void list_tensors_in(const Archive& archive, const char* list, const char* folder, bool swapped,
                     TensorDirectory& directory) {
  const auto found = archive.find(list);
  if (!found) return;
  const JsonText json = archive.json(*found);
  std::vector<TensorText> texts = pytorch::read_tensor_list(json.root());
  archive.reader().check_limit("the number of tensors", texts.size(),
                               archive.reader().limits().tensors);
  for (TensorText& text : texts)
    directory.tensors.push_back(placed(archive, folder, text, swapped));
}

TensorDirectory list_all(Archive& archive) {
  TensorDirectory directory;
  directory.files = {archive.reader().path()};
  const bool swapped = big_endian(archive);
  list_tensors_in(archive, weights_list, weights_folder, swapped, directory);
  list_tensors_in(archive, constants_list, constants_folder, swapped, directory);
  directory.members = archive.take_members();
  return directory;
}

void bind_tensors(const Reader& reader, Program& program) {
  std::unordered_map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < program.tensors.tensors.size(); ++i)
    by_name.emplace(program.tensors.tensors[i].name, i);
  for (pytorch::Input& input : program.inputs) {
    if (input.kind != pytorch::InputKind::weight) continue;
    const auto at = by_name.find(input.name);
    if (at == by_name.end())
      reader.fail_at(
          0, {"the archive has no tensor " + quote(input.name),
              counted(by_name.size(), "other tensor"), "one for each parameter and buffer", again});
    input.tensor = at->second;
  }
}

TensorDirectory list_pt2(Reader& reader, Notes&) {
  Archive archive(reader);
  check_archive(archive);
  return list_all(archive);
}

}  // namespace

bool is_pt2_archive(std::string_view first) {
  if (!first.starts_with("PK\x03\x04") || first.size() < 30) return false;
  std::uint16_t length = 0;
  std::memcpy(&length, first.data() + 26, sizeof length);
  const std::string_view name = first.substr(30, length);
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view entry = name.substr(slash + 1);
  for (const std::string_view folder :
       {"data/weights/", "data/constants/", "data/sample_inputs/", "models/", "archive_format"})
    if (entry.starts_with(folder)) return true;
  return false;
}

std::shared_ptr<const Program> read_pt2(Reader& reader, Notes&) {
  Archive archive(reader);
  check_archive(archive);
  auto program = std::make_shared<Program>();
  program->path = reader.path();
  program->file = reader.file();
  {
    const JsonText json = archive.json(archive.need(model_entry));
    pytorch::read_program(json.root(), *program);
  }
  program->tensors = list_all(archive);
  bind_tensors(reader, *program);
  return program;
}

const Format pt2_format = {
    .name = "pt2",
    .title = "PyTorch exported program",
    .role = FileRole::document,
    .suffixes = {".pt2"},
    .recognises = is_pt2_archive,
    .read = [](Reader& reader, Notes& notes) -> FileModel { return read_pt2(reader, notes); },
    .write = nullptr,
    .list = list_pt2,
};

}  // namespace ng
