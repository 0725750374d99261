// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/read_image.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string_view>

#include "engine/backends/helper_program.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/base/utf8.h"

namespace ng {
namespace {

constexpr std::string_view suffixes[] = {".png", ".jpg",  ".jpeg", ".bmp",
                                         ".gif", ".webp", ".ppm",  ".pgm"};
constexpr std::int64_t most_pixels = 1 << 16;  // of a side
constexpr std::chrono::seconds deadline{60};

[[noreturn]] void refuse_image(const std::string& path, const std::string& found) {
  Diagnostic diagnostic;
  diagnostic.what = "the image cannot be read";
  diagnostic.where = quote(path);
  diagnostic.found = found;
  diagnostic.expected = "an image file, such as PNG or JPEG";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (descriptor_ < 0) refuse_image(path, std::strerror(errno));
  }
  ~OpenFile() { ::close(descriptor_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

std::string helper_for(const std::string& path) {
  std::string program = helper_program("ngraph-images", "NGRAPH_IMAGES");
  if (!program.empty()) return program;
  Diagnostic diagnostic;
  diagnostic.what = "image files cannot be read: the program ngraph-images is missing";
  diagnostic.where = quote(path);
  diagnostic.expected = "ngraph-images in the folder of this program";
  diagnostic.action =
      "convert it to .npy, or use ngraph of the .deb or the .tar.gz, which have it (the Python "
      "wheel "
      "does not), or build with Qt 6 (apt-get install qt6-base-dev)";
  refuse(ErrorKind::system, std::move(diagnostic));
}

}  // namespace

bool names_image(const std::string& file) {
  std::string name = file;
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::any_of(std::begin(suffixes), std::end(suffixes),
                     [&](std::string_view suffix) { return name.ends_with(suffix); });
}

Tensor read_image(const std::string& path, std::int64_t channels, std::int64_t height,
                  std::int64_t width) {
  if (std::max(height, width) > most_pixels)
    refuse_image(path, "a height or width of more than " + std::to_string(most_pixels));
  const std::string program = helper_for(path);
  const OpenFile file(path);
  Tensor pixels(DType::u8, {height, width, channels});
  const ChildResult answer =
      run_helper({program, std::to_string(channels), std::to_string(height), std::to_string(width)},
                 {.deadline = deadline,
                  .file = file.descriptor(),
                  .most_output = std::max<std::size_t>(pixels.bytes.size(), 1 << 12) + 1});
  if (!answer.started) refuse_image(path, quote(program) + ": " + answer.output);
  if (answer.timed_out) refuse_image(path, "it takes more than 60 s");
  if (answer.signal != 0) refuse_image(path, "its decoder crashed on it");
  if (answer.exit_code != 0) refuse_image(path, comment_text(answer.output.substr(0, 300)));
  if (answer.output.size() != pixels.bytes.size())
    refuse_image(path, std::to_string(answer.output.size()) + " bytes of pixels");
  std::memcpy(pixels.bytes.data(), answer.output.data(), answer.output.size());
  return pixels;
}

}  // namespace ng
