// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/plan_images.h"

#include "engine/base/quote.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/graph/node.h"
#include "engine/neon/plan/read_image.h"
#include "engine/records/values/image_shape.h"

namespace ng {
namespace {

PixelRange range_of(const PlanBinding& binding, const PlanPlace& place) {
  if (binding.array.empty()) return PixelRange::unit;
  if (const auto range = from_name<PixelRange>(binding.array)) return *range;
  place.fail("unknown range of pixel values", quote(binding.array),
             "0..1, -1..1, 0..255 or imagenet");
}

// Absolute paths are the user's choice in this session: documents are not written with them.
std::string path_of(const std::string& file, const std::string& document, const PlanPlace& place) {
  if (file.starts_with('/')) return file;
  const std::string fault = fault_of_reference(file);
  if (!fault.empty())
    place.fail("a file of the plan cannot be used: " + fault, quote(file),
               "a path below the folder of the document");
  return path_inside(document, file);
}

}  // namespace

MakeBatches image_of_file(const PlanBinding& binding, const Op& parameter,
                          const std::string& document_path, const PlanPlace& place) {
  const PixelRange range = range_of(binding, place);
  const Axes& axes = parameter.axes();
  const auto image =
      axes.all_lengths_known() ? image_shape(parameter.dtype(), axes.lengths()) : std::nullopt;
  if (!image)
    place.fail(
        "an image cannot be fed to this placeholder", describe(parameter.value()),
        "N, C, H, W or N, H, W, C with 1 or 3 channels and at least 4 x 4 pixels, of floats or "
        "uint8");
  return [=, file = binding.file, dtype = parameter.dtype(), shape = axes.lengths()] {
    const Tensor pixels = read_image(path_of(file, document_path, place), image->channels,
                                     image->height, image->width);
    return std::vector<Tensor>{image_array(pixels, *image, dtype, shape, range)};
  };
}

}  // namespace ng
