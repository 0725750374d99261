// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/image_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/base/error.h"

namespace ng {
namespace {

ImageReader& the_reader() {
  static ImageReader reader;
  return reader;
}

constexpr std::string_view suffixes[] = {".png", ".jpg",  ".jpeg", ".bmp",
                                         ".gif", ".webp", ".ppm",  ".pgm"};

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

bool names_image(const std::string& file) {
  const std::string name = lower_case(file);
  return std::any_of(std::begin(suffixes), std::end(suffixes),
                     [&](std::string_view suffix) { return name.ends_with(suffix); });
}

void set_image_reader(ImageReader reader) {
  the_reader() = std::move(reader);
}

const ImageReader& image_reader() {
  if (the_reader()) return the_reader();
  Diagnostic diagnostic;
  diagnostic.what = "this program cannot read image files";
  diagnostic.action = "open the document in ngraph-workbench, or convert the image to .npy";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng
