// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/data_set_table.h"

#include <filesystem>

#include "engine/base/atomic_file.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/neon/data/cifar10.h"
#include "engine/neon/data/digit_pictures.h"
#include "engine/neon/data/made_text.h"
#include "engine/neon/data/mnist.h"
#include "engine/neon/data/ptb.h"
#include "engine/neon/data/texture_pictures.h"

namespace ng::neon {
namespace {

// Gives the parts of a set different seeds.
std::uint32_t seed_of_part(std::uint32_t seed, std::uint32_t part) {
  return seed * 4 + part;
}

std::vector<MadeFile> made_mnist(std::uint32_t seed) {
  return mnist_files(draw_digits(4000, seed_of_part(seed, 0)),
                     draw_digits(1000, seed_of_part(seed, 1)));
}

std::vector<MadeFile> made_cifar10(std::uint32_t seed) {
  return cifar10_files(draw_pictures(4000, seed_of_part(seed, 0)),
                       draw_pictures(1000, seed_of_part(seed, 1)));
}

std::vector<MadeFile> made_ptb(std::uint32_t seed) {
  return ptb_files(speak(160'000, seed_of_part(seed, 0)), speak(20'000, seed_of_part(seed, 1)),
                   speak(20'000, seed_of_part(seed, 2)));
}

// Why a folder has no data set: "does not exist" or "is empty". Empty for a folder with files, and
// for a file, which its reader refuses.
std::string lack_of(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) return error ? "" : "does not exist";
  if (!std::filesystem::is_directory(folder, error)) return {};
  return std::filesystem::is_empty(folder, error) && !error ? "is empty" : "";
}

}  // namespace

std::span<const DataSetKind> data_set_table() {
  static const DataSetKind table[] = {
      {"cifar10",
       "CIFAR-10: 32 x 32 colour images of ten classes",
       "data_batch_1.bin to data_batch_5.bin, test_batch.bin",
       false,
       {"train", "test"},
       {"image", "label"},
       read_cifar10,
       made_cifar10},
      {"mnist",
       "MNIST: 28 x 28 grayscale digits",
       "train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte, "
       "t10k-labels-idx1-ubyte",
       false,
       {"train", "test"},
       {"image", "label"},
       read_mnist,
       made_mnist},
      {"ptb_characters",
       "Penn Treebank: text, character by character",
       "ptb.train.txt, ptb.valid.txt, ptb.test.txt",
       true,
       {"train", "valid", "test"},
       {"inputs", "targets"},
       read_ptb_characters,
       made_ptb},
      {"ptb_words",
       "Penn Treebank: text, word by word",
       "ptb.train.txt, ptb.valid.txt, ptb.test.txt",
       true,
       {"train", "valid", "test"},
       {"inputs", "targets"},
       read_ptb_words,
       made_ptb},
  };
  return table;
}

const DataSetKind* data_set_named(std::string_view name) {
  for (const DataSetKind& kind : data_set_table()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::vector<std::string> array_names(const DataSetKind& kind, const std::string& name) {
  std::vector<std::string> names;
  for (const std::string_view part : kind.parts)
    for (const std::string_view array : kind.arrays)
      names.push_back(name + "." + std::string(part) + "." + std::string(array));
  return names;
}

DataSet load_data_set(const DataSetKind& kind, const std::string& folder, std::uint32_t seed,
                      const std::string& within) {
  const std::string lack = folder.empty() ? "" : lack_of(folder);
  if (!folder.empty() && lack.empty()) return kind.read(DataFiles::in_folder(folder, within));
  const std::string origin = "synthetic " + std::string(kind.name) + ", seed ";
  DataSet set = kind.read(DataFiles::made(kind.synthetic(seed), origin + std::to_string(seed)));
  if (!lack.empty()) {
    Diagnostic note;
    note.severity = Severity::warning;
    note.what = "the folder " + quote(folder) + " of " + std::string(kind.name) + " " + lack +
                ": small synthetic data is used instead";
    note.action = "give the folder that holds " + std::string(kind.files);
    set.notes.push_back(std::move(note));
  }
  return set;
}

std::vector<std::string> write_synthetic(const DataSetKind& kind, const std::string& folder,
                                         std::uint32_t seed) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    refuse(ErrorKind::system, "cannot create the folder '" + folder + "': " + error.message());
  }
  std::vector<std::string> names;
  for (const MadeFile& file : kind.synthetic(seed)) {
    write_file((std::filesystem::path(folder) / file.name).string(), file.bytes);
    names.push_back(file.name);
  }
  return names;
}

}  // namespace ng::neon
