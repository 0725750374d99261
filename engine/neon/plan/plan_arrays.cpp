// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/plan_arrays.h"

#include "engine/base/quote.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/format_table.h"

namespace ng {

struct PlanArrays::Generated {
  PlanData plan;
  std::vector<std::vector<MixtureGenerator::Batch>> parts;  // empty until first used

  const std::vector<MixtureGenerator::Batch>& part(std::size_t index) {
    if (parts.empty()) {
      MixtureGenerator generator(plan.probabilities, plan.shape, plan.seed);
      for (const PlanData::Part& wanted : plan.parts) {
        parts.push_back(generator.gen_data(plan.batch, wanted.batches));
      }
    }
    return parts[index];
  }
};

namespace {

constexpr __int128 most_coefficients = 1 << 24;

// Refuses what the generator would refuse, and data too large for any memory.
void require_sound(const PlanData& data, const PlanPlace& place) {
  try {
    const __int128 size = element_count(data.shape);
    if (size * size * static_cast<__int128>(data.probabilities.size()) > most_coefficients) {
      place.fail("a mixture has too many coefficients",
                 std::to_string(data.probabilities.size()) + " classes of samples of shape " +
                     to_string(data.shape),
                 "at most 2^24: classes times the square of a sample's size");
    }
    MixtureGenerator(data.probabilities, data.shape, data.seed);
    const __int128 numbers = size * data.batch;
    __int128 batches = 0;
    for (const PlanData::Part& part : data.parts) batches += part.batches;
    const auto limit = static_cast<__int128>(Limits{}.allocation_bytes / sizeof(double));
    if (numbers > limit || numbers * batches > limit) {
      place.fail("generated data are too large",
                 "more than " + std::to_string(static_cast<std::uint64_t>(limit)) + " numbers",
                 "fewer", "make batches smaller or fewer");
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::bad_file) throw;
    place.pass_on(error.diagnostic());
  }
}

Tensor slice_of(const Tensor& array, std::int64_t index) {
  Tensor slice(array.dtype, Shape(array.shape.begin() + 1, array.shape.end()));
  std::copy_n(array.bytes.begin() + static_cast<std::ptrdiff_t>(slice.bytes.size()) *
                                        static_cast<std::ptrdiff_t>(index),
              slice.bytes.size(), slice.bytes.begin());
  return slice;
}

// `length` elements along the first axis from `first`, wrapping around to the first element.
Tensor places_of(const Tensor& array, std::int64_t first, std::int64_t length) {
  Shape shape = array.shape;
  shape[0] = length;
  Tensor places(array.dtype, shape);
  const auto bytes = static_cast<std::int64_t>(array.bytes.size()) / array.shape[0];
  const std::int64_t here = std::min(length, array.shape[0] - first);
  std::copy_n(array.bytes.begin() + first * bytes, here * bytes, places.bytes.begin());
  std::copy_n(array.bytes.begin(), (length - here) * bytes, places.bytes.begin() + here * bytes);
  return places;
}

Tensor read_array(const std::string& path, const std::string& file, const std::string& array,
                  const PlanPlace& place) {
  Reader reader(path);
  Notes notes;
  const FileModel model = recognise(reader).read(reader, notes);
  const TensorFile& content = tensors_of(model);
  if (array.empty() && content.tensors.size() == 1) return content.tensors[0].tensor;
  if (const Tensor* found = content.find(array)) return *found;
  std::string names;
  for (const NamedTensor& tensor : content.tensors) {
    if (names.size() < 300) names += (names.empty() ? "" : ", ") + tensor.name;
  }
  place.fail(array.empty() ? "the file holds several arrays and \"array\" is not set"
                           : "the file does not contain the array",
             quote(array) + " in " + quote(file), names.empty() ? "no array" : "one of: " + names);
}

}  // namespace

SplitBatches split_batches(std::vector<Tensor> batches, const Axes& axes) {
  const Shape shape = batches.front().shape;
  if (batches.size() != 1 || shape.size() < axes.size() || shape.empty()) {
    return {std::move(batches)};
  }
  const bool by_place = shape.size() > axes.size();
  const std::int64_t batch = by_place ? 1 : axes[0].known_length().value_or(0);
  if (shape[0] == 0 || batch == 0 || (!by_place && shape[0] <= batch)) {
    return {std::move(batches)};
  }
  const Tensor whole = std::move(batches[0]);
  batches.clear();
  for (std::int64_t i = 0; i < shape[0]; i += batch) {
    batches.push_back(by_place ? slice_of(whole, i) : places_of(whole, i, batch));
  }
  const std::int64_t over = shape[0] % batch;
  return {std::move(batches), over == 0 ? INT64_MAX : over};
}

PlanArrays::PlanArrays(const Document& document, const RunPlan& plan)
    : document_path_(document.path) {
  for (const PlanData& data : plan.data) {
    if (!data.is_mixture()) continue;
    const PlanPlace place{document.path, data.document_line, "plan, data " + quote(data.name)};
    require_sound(data, place);
    data_.emplace(data.name, std::make_shared<Generated>(Generated{data, {}}));
  }
}

MakeBatches PlanArrays::of_data(const std::string& reference, const PlanPlace& place) {
  std::string known;
  for (const auto& [name, data] : data_) {
    for (std::size_t i = 0; i < data->plan.parts.size(); ++i) {
      const std::string start = name + "." + data->plan.parts[i].name;
      const bool labels = reference == start + ".ys";
      if (labels || reference == start + ".xs") {
        return [generated = data, i, labels] {
          std::vector<Tensor> batches;
          for (const auto& batch : generated->part(i)) {
            batches.push_back(labels ? batch.ys : batch.xs);
          }
          return batches;
        };
      }
      known += (known.empty() ? "" : ", ") + start + ".xs, " + start + ".ys";
    }
  }
  place.fail("unknown data", quote(reference),
             known.empty() ? "none; the plan has no data" : "one of: " + known);
}

MakeBatches PlanArrays::of_file(const std::string& file, const std::string& array,
                                const PlanPlace& place) {
  return [document = document_path_, file, array, place]() -> std::vector<Tensor> {
    const std::string fault = fault_of_reference(file);
    if (!fault.empty()) {
      place.fail("a file of the plan cannot be used: " + fault, quote(file),
                 "a path below the folder of the document");
    }
    return {read_array(path_inside(document, file), file, array, place)};
  };
}

}  // namespace ng
