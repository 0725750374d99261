// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/hdf5/hdf5_helper.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "engine/backends/helper_program.h"
#include "engine/base/counted.h"
#include "engine/base/input_file.h"
#include "engine/base/quote.h"
#include "engine/base/utf8.h"
#include "engine/formats/hdf5/hdf5_limits.h"
#include "engine/parsing/json_field.h"

namespace ng {
namespace {

constexpr const char* damaged = "this HDF5 file is damaged";
constexpr const char* save_again = "save the file again";

// The reader's file as a descriptor. Bytes in memory become a file in memory.
class OpenFile {
 public:
  explicit OpenFile(const Reader& reader) {
    if (reader.file()) {
      descriptor_ = ::open(reader.path().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
      if (descriptor_ < 0) refuse(ErrorKind::system, quote(reader.path()) + " cannot be opened");
      return;
    }
    descriptor_ = memfd_create("hdf5", MFD_CLOEXEC);
    std::vector<std::byte> part(1 << 16);
    for (std::uint64_t at = 0; at < reader.size();) {
      const auto some =
          static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), reader.size() - at));
      reader.read_at(at, std::span(part).first(some));
      if (::write(descriptor_, part.data(), some) != static_cast<ssize_t>(some))
        refuse(ErrorKind::system, "there is no memory for the bytes of " + quote(reader.path()));
      at += some;
    }
  }
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

// What the helper answers to `command`. `elements`: bytes that it reads.
std::string ask(const Reader& reader, std::vector<std::string> command, std::uint64_t elements,
                std::uint64_t most, std::uint64_t start) {
  command.insert(command.begin(), hdf5_helper());
  if (command[0].empty()) {
    Diagnostic diagnostic;
    diagnostic.what = "HDF5 files cannot be read: the program ngraph-hdf5 is missing";
    diagnostic.where = quote(reader.path());
    diagnostic.expected = "ngraph-hdf5 in the folder of this program";
    diagnostic.action = "build with libhdf5 (apt-get install libhdf5-dev)";
    refuse(ErrorKind::system, std::move(diagnostic));
  }
  const OpenFile file(reader);
  const std::uint64_t seconds = hdf5_limits::seconds(elements);
  ChildResult answer = run_helper(command, {.deadline = std::chrono::seconds(seconds),
                                            .file = file.descriptor(),
                                            .most_output = static_cast<std::size_t>(most) + 1});
  if (!answer.started) {
    Diagnostic diagnostic;
    diagnostic.what = "the program " + quote(command[0]) + " cannot be started";
    diagnostic.found = answer.output;
    refuse(ErrorKind::system, std::move(diagnostic));
  }
  if (answer.timed_out || answer.signal == SIGXCPU || answer.signal == SIGKILL)
    reader.fail_at(
        start, {"libhdf5 does not finish reading this file",
                "more than " + std::to_string(seconds) + " s", "a file without loops", save_again});
  if (answer.signal != 0)
    reader.fail_at(start, {damaged, "libhdf5 crashed on it", "a valid HDF5 file", save_again});
  if (answer.exit_code == hdf5_limits::newer)
    reader.fail_at(start, {"this HDF5 file has a format that is not read",
                           comment_text(answer.output.substr(0, 300)),
                           "a file in the format of that libhdf5 or an older one",
                           "save it for older versions: h5py.File(path, 'w', libver=('earliest', "
                           "'v110'))"});
  if (answer.exit_code == hdf5_limits::damaged)
    reader.fail_at(start, {damaged, comment_text(answer.output.substr(0, 300)), "a valid HDF5 file",
                           save_again});
  if (answer.exit_code != 0 || answer.output.size() > most)
    reader.fail_at(start,
                   {damaged, "an answer of libhdf5 of " + counted(answer.output.size(), "byte"),
                    "at most " + std::to_string(most), save_again});
  return std::move(answer.output);
}

class ListingReader {
 public:
  ListingReader(const Reader& reader, std::uint64_t start, std::uint64_t bytes, Notes& notes)
      : reader_(reader), start_(start), bytes_(bytes), notes_(notes) {}

  Hdf5Contents run() {
    const std::string text = ask(reader_, {"list", std::to_string(start_), std::to_string(bytes_)},
                                 0, 8 * hdf5_limits::answer, start_);
    Reader answer(std::as_bytes(std::span(text)), "the answer of ngraph-hdf5", reader_.limits());
    const JsonTree tree = parse_json(answer);
    const JsonField root(tree, answer);
    for (const JsonField& note : root.at("notes").items())
      add_note(notes_, comment_text(note.text()), quote(reader_.path()));
    for (const JsonField& row : root.at("texts").items()) add_texts(row);
    for (const JsonField& row : root.at("tensors").items()) add_tensor(row);
    return std::move(contents_);
  }

 private:
  void add_texts(const JsonField& row) {
    const std::vector<JsonField> items = row.items();
    std::vector<std::string>& texts = contents_.texts[items.at(0).text()][items.at(1).text()];
    for (std::size_t i = 2; i < items.size(); ++i) texts.push_back(items[i].text());
  }

  void add_tensor(const JsonField& row) {
    StoredTensor tensor;
    tensor.name = row.at("name").text();
    tensor.dtype = StoredType(row.at("type").text());
    if (const auto fault = row.find("fault")) tensor.fault = fault->text();
    for (const JsonField& length : row.at("shape").items())
      tensor.shape.push_back(length.integer(0, INT64_MAX));
    if (const auto bytes = row.find("bytes"))
      tensor.unsized_bytes = static_cast<std::uint64_t>(bytes->integer(0, INT64_MAX));
    if (tensor.fault.empty()) place(row, tensor);
    if (!tensor.fault.empty() && tensor.dtype.bits() > 0 && !is_countable(tensor.shape))
      tensor.shape = {};
    contents_.tensors.push_back(std::move(tensor));
  }

  void place(const JsonField& row, StoredTensor& tensor) {
    if (has_control_character(tensor.name) || !is_utf8(tensor.name)) {
      tensor.name = comment_text(tensor.name);
      tensor.fault = "its name is not printable text in UTF-8";
      return;
    }
    if (tensor.shape.size() > reader_.limits().rank || !is_countable(tensor.shape)) {
      tensor.fault = "its shape " + to_string(tensor.shape) + " is impossible";
      return;
    }
    const std::uint64_t bytes = tensor.bytes();
    tensor.swapped = row.at("swapped").boolean();
    const auto offset = row.find("offset");
    if (!offset) {
      tensor.read_by = [start = start_, part = bytes_, name = tensor.name,
                        bytes](const Reader& reader) {
        const std::string elements =
            ask(reader,
                {"read", std::to_string(start), std::to_string(part), name, std::to_string(bytes)},
                bytes, bytes, start);
        if (elements.size() != bytes)
          reader.fail_at(
              start, {"the tensor " + quote(name) + " is damaged", counted(elements.size(), "byte"),
                      counted(bytes, "byte"), save_again});
        const auto* first = reinterpret_cast<const std::byte*>(elements.data());
        return std::vector<std::byte>(first, first + elements.size());
      };
      return;
    }
    const auto at = static_cast<std::uint64_t>(offset->integer(0, INT64_MAX));
    if (at > bytes_ || bytes > bytes_ - at) {
      tensor.fault = "it ends after the file of " + counted(bytes_, "byte");
      return;
    }
    tensor.offset = start_ + at;
  }

  const Reader& reader_;
  const std::uint64_t start_, bytes_;
  Notes& notes_;
  Hdf5Contents contents_;
};

}  // namespace

std::string hdf5_helper() {
  return helper_program("ngraph-hdf5", "NGRAPH_HDF5");
}

Hdf5Contents list_hdf5_part(const Reader& reader, std::uint64_t start, std::uint64_t bytes,
                            Notes& notes) {
  return ListingReader(reader, start, bytes, notes).run();
}

}  // namespace ng
