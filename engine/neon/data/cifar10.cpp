// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/cifar10.h"

#include <cstring>

#include "engine/base/quote.h"

namespace ng::neon {
namespace {

constexpr std::int64_t channels = 3, side = 32, pixels = channels * side * side;
constexpr std::int64_t record = 1 + pixels;
constexpr int classes = 10, train_files = 5;

constexpr const char* holds =
    "data_batch_1.bin to data_batch_5.bin and test_batch.bin, each optionally with .gz: the "
    "binary "
    "version of CIFAR-10";

std::string batch_name(int batch) {
  return "data_batch_" + std::to_string(batch) + ".bin";
}

// Pixels and labels of the files read so far.
struct Growing {
  std::vector<std::byte> images, labels;
};

std::int64_t add_file(const DataFiles& files, const std::string& name, Growing& to) {
  const auto opened = files.open(name);
  Reader& reader = opened->reader();
  const auto size = static_cast<std::int64_t>(reader.size());
  if (size == 0 || size % record != 0) {
    const bool other = size > 0 && size % (record + 1) == 0;
    reader.fail_at(
        reader.size(),
        {other ? "this looks like CIFAR-100, whose records have two labels"
               : "the file ends within a record",
         std::to_string(size) + " bytes", "a multiple of 3073: a label and 3072 pixels each",
         other ? "use the binary version of CIFAR-10" : "download the file again"});
  }
  const std::vector<std::byte> bytes = reader.bytes(reader.size());
  const std::int64_t count = size / record;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::byte* at = bytes.data() + i * record;
    if (std::to_integer<int>(*at) >= classes) {
      reader.fail_at(static_cast<std::uint64_t>(i * record),
                     {"a label is out of range",
                      std::to_string(std::to_integer<int>(*at)) + " of image " + std::to_string(i),
                      "0 to 9", "download the file again"});
    }
    to.labels.push_back(*at);
    to.images.insert(to.images.end(), at + 1, at + record);
  }
  return count;
}

DataPart finished(const std::string& name, Growing from) {
  const auto count = std::ssize(from.labels);
  Tensor images, labels;
  images.dtype = labels.dtype = DType::u8;
  images.shape = {count, channels, side, side};
  images.bytes = std::move(from.images);
  labels.shape = {count};
  labels.bytes = std::move(from.labels);
  return {
      name,
      {{"image", {"N", "C", "H", "W"}, std::move(images)}, {"label", {"N"}, std::move(labels)}}};
}

DataPart read_train(const DataFiles& files, const std::vector<std::string>& names) {
  Growing train;
  std::int64_t first = 0;
  for (int i = 0; i < train_files; ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    const std::int64_t count = add_file(files, name, train);
    if (i == 0) first = count;
    if (count == first) continue;
    Diagnostic diagnostic;
    diagnostic.what = quote(files.origin() + "/" + name) + ": the training files differ in size";
    diagnostic.found = std::to_string(count) + " images";
    diagnostic.expected = std::to_string(first) + ", as in " + names[0];
    diagnostic.action = "the smaller file is truncated; download it again";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  return finished("train", std::move(train));
}

void refuse_python_version(const DataFiles& files) {
  if (files.has("data_batch_1.bin") || !files.has("data_batch_1")) return;
  Diagnostic diagnostic;
  diagnostic.what = quote(files.origin()) + " holds the Python version of CIFAR-10";
  diagnostic.found = "data_batch_1, a pickle";
  diagnostic.expected = holds;
  diagnostic.action = "download \"CIFAR-10 binary version\"; pickles are not supported";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

std::string record_bytes(const Pictures& pictures, std::int64_t first, std::int64_t count) {
  std::string bytes;
  for (std::int64_t i = first; i < first + count; ++i) {
    bytes += static_cast<char>(pictures.labels.at(i));
    bytes.append(reinterpret_cast<const char*>(pictures.images.bytes.data()) + i * pixels, pixels);
  }
  return bytes;
}

}  // namespace

DataSet read_cifar10(const DataFiles& given) {
  const bool below = !given.has("data_batch_1.bin") && given.has("cifar-10-batches-bin");
  const DataFiles files = below ? given.below("cifar-10-batches-bin") : given;
  refuse_python_version(files);
  std::vector<std::vector<std::string>> wanted;
  for (int i = 1; i <= train_files; ++i) wanted.push_back({batch_name(i), batch_name(i) + ".gz"});
  wanted.push_back({"test_batch.bin", "test_batch.bin.gz"});
  const std::vector<std::string> names = files.require(wanted, holds);
  DataSet set;
  set.name = "cifar10";
  set.origin = files.origin();
  set.parts.push_back(read_train(files, names));
  Growing test;
  add_file(files, names.back(), test);
  set.parts.push_back(finished("test", std::move(test)));
  set.classes = {"airplane", "automobile", "bird",  "cat",  "deer",
                 "dog",      "frog",       "horse", "ship", "truck"};
  return set;
}

std::vector<MadeFile> cifar10_files(const Pictures& train, const Pictures& test) {
  const std::int64_t count = train.labels.size() / train_files;
  if (count == 0 || count * train_files != train.labels.size()) {
    refuse(ErrorKind::value,
           "the number of CIFAR-10 training images must be a multiple of 5, not " +
               std::to_string(train.labels.size()));
  }
  std::vector<MadeFile> files;
  for (int i = 0; i < train_files; ++i) {
    files.push_back({batch_name(i + 1), record_bytes(train, i * count, count)});
  }
  files.push_back({"test_batch.bin", record_bytes(test, 0, test.labels.size())});
  return files;
}

}  // namespace ng::neon
