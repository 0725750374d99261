// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/mnist.h"

#include "engine/base/quote.h"
#include "engine/formats/tensors/idx.h"

namespace ng::neon {
namespace {

constexpr std::int64_t side = 28;
constexpr int classes = 10;
constexpr std::size_t label_data = 8;  // offset of the data in a label file

constexpr const char* holds =
    "train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte, "
    "t10k-labels-idx1-ubyte, each optionally with .gz";

// Alternative file names: "train-images-idx3-ubyte" and its variants for "train-images" and 3.
std::vector<std::string> names_of(const std::string& start, int rank) {
  std::vector<std::string> names;
  for (const char* packed : {"", ".gz"}) {
    for (const char* separator : {"-", "."}) {
      names.push_back(start + separator + "idx" + std::to_string(rank) + "-ubyte" + packed);
    }
  }
  return names;
}

void require_kind(const Reader& reader, const Tensor& array, bool images) {
  const std::size_t rank = images ? 3 : 1;
  if (array.dtype == DType::u8 && array.shape.size() == rank) return;
  const bool swapped = array.dtype == DType::u8 && array.shape.size() == (images ? 1 : 3);
  Reader::Complaint complaint;
  complaint.what =
      images ? "this file does not contain images" : "this file does not contain labels";
  if (swapped) complaint.what = "the files of images and labels are swapped";
  complaint.found = std::string(name(array.dtype)) + " of shape " + to_string(array.shape);
  complaint.expected = std::string("uint8 of shape ") + (images ? "(N, 28, 28)" : "(N)");
  complaint.action = "correct the file names, or download the data set again";
  reader.fail_at(0, std::move(complaint));
}

Tensor read_images(const DataFiles& files, const std::string& file) {
  const auto opened = files.open(file);
  Tensor images = read_idx(opened->reader());
  require_kind(opened->reader(), images, true);
  if (images.shape[0] == 0 || images.shape[1] != side || images.shape[2] != side) {
    opened->reader().fail_at(4, {"the images do not have MNIST's size", to_string(images.shape),
                                 "(N, 28, 28) with N at least 1",
                                 "scale the images to 28 x 28, or feed the file as an array"});
  }
  return images;
}

Tensor read_labels(const DataFiles& files, const std::string& file, std::int64_t images,
                   const std::string& image_file) {
  const auto opened = files.open(file);
  const Reader& reader = opened->reader();
  Tensor labels = read_idx(opened->reader());
  require_kind(reader, labels, false);
  if (labels.shape[0] != images) {
    reader.fail_at(
        4, {"the numbers of labels and images differ", std::to_string(labels.shape[0]) + " labels",
            std::to_string(images) + ", as " + quote(image_file) + " has images",
            "use both files from the same part of the same data set"});
  }
  for (std::size_t i = 0; i < labels.bytes.size(); ++i) {
    const int label = std::to_integer<int>(labels.bytes[i]);
    if (label < classes) continue;
    reader.fail_at(label_data + i, {"a label is out of range",
                                    std::to_string(label) + " of image " + std::to_string(i),
                                    "0 to 9", "download the label file again"});
  }
  return labels;
}

DataPart read_part(const DataFiles& files, const std::string& part, const std::string& image_file,
                   const std::string& label_file) {
  Tensor images = read_images(files, image_file);
  Tensor labels = read_labels(files, label_file, images.shape[0], image_file);
  return {part,
          {{"image", {"N", "H", "W"}, std::move(images)}, {"label", {"N"}, std::move(labels)}}};
}

}  // namespace

DataSet read_mnist(const DataFiles& files) {
  const std::vector<std::string> found =
      files.require({names_of("train-images", 3), names_of("train-labels", 1),
                     names_of("t10k-images", 3), names_of("t10k-labels", 1)},
                    holds);
  DataSet set;
  set.name = "mnist";
  set.origin = files.origin();
  set.parts.push_back(read_part(files, "train", found[0], found[1]));
  set.parts.push_back(read_part(files, "test", found[2], found[3]));
  for (int i = 0; i < classes; ++i) set.classes.push_back(std::to_string(i));
  return set;
}

std::vector<MadeFile> mnist_files(const Digits& train, const Digits& test) {
  return {{"train-images-idx3-ubyte", idx_bytes(train.images)},
          {"train-labels-idx1-ubyte", idx_bytes(train.labels)},
          {"t10k-images-idx3-ubyte", idx_bytes(test.images)},
          {"t10k-labels-idx1-ubyte", idx_bytes(test.labels)}};
}

}  // namespace ng::neon
