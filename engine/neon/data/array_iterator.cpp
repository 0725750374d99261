// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/array_iterator.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/neon/data/batches.h"
#include "engine/ops/state.h"

namespace ng::neon {
namespace {

// An iterator adds an array of this name to its batches.
void require_free(const DataPart& part, const std::string& name) {
  for (const DataArray& array : part.arrays) {
    if (array.name != name) continue;
    Diagnostic diagnostic;
    diagnostic.what = "an iterator adds its own " + quote(name) + " to each batch";
    diagnostic.action = "give the array another name";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

// Checks that there is at least one array and that all have the same first length.
const DataPart& checked(const DataPart& part) {
  if (part.arrays.empty()) refuse(ErrorKind::value, "an iterator needs at least one array");
  for (const DataArray& array : part.arrays) {
    const Shape& shape = array.value.shape;
    if (!shape.empty() && shape[0] == part.arrays[0].value.shape.at(0)) continue;
    Diagnostic diagnostic;
    diagnostic.what = "the arrays of an iterator have different numbers of samples";
    diagnostic.found = quote(array.name) + " of shape " + to_string(shape);
    diagnostic.expected = "the same first length as " + quote(part.arrays[0].name) + " of shape " +
                          to_string(part.arrays[0].value.shape);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  require_free(part, "iteration");
  return part;
}

BatchOrder::Way way_of(const IteratorOptions& options, BatchOrder::Way otherwise) {
  return options.shuffle ? BatchOrder::Way::by_chance : otherwise;
}

// Next batch of `iterator`, with "iteration" counted from 1.
template <class Iterator>
std::optional<Batch> next_of(const Iterator& iterator, std::int64_t& iteration) {
  if (iteration >= iterator.total_iterations()) return {};
  Batch batch = iterator.batch(iteration / iterator.nbatches(), iteration % iterator.nbatches());
  ++iteration;
  batch["iteration"] = Tensor(static_cast<double>(iteration));
  return batch;
}

// One placeholder per array. Axis i is first[i] if given; further axes are shared by name, or by
// position where a name is missing.
std::map<std::string, Op> placeholders_of(const DataPart& part, const std::vector<Axis>& first,
                                          bool include_iteration) {
  std::map<std::string, Axis> shared;
  std::map<std::string, Op> made;
  for (const DataArray& array : part.arrays) {
    std::vector<Axis> axes = first;
    for (std::size_t i = 1; i < array.value.shape.size(); ++i) {
      const std::string name =
          i < array.axes.size() ? array.axes[i] : array.name + "_" + std::to_string(i);
      const std::int64_t length = array.value.shape[i];
      axes.push_back(shared.try_emplace(name, make_axis(length, name)).first->second);
    }
    made.emplace(array.name, placeholder(Axes(axes), array.value.dtype).named(array.name));
  }
  if (include_iteration) made.emplace("iteration", placeholder({}).named("iteration"));
  return made;
}

// Adds "prev_<target>" if requested.
DataPart with_previous(DataPart part, const SequenceOptions& options) {
  checked(part);
  if (!options.prev_target && !options.reverse_target) return part;
  const auto target =
      std::find_if(part.arrays.begin(), part.arrays.end(),
                   [&options](const DataArray& array) { return array.name == options.target; });
  if (target == part.arrays.end()) {
    refuse(ErrorKind::key, "no sequence " + quote(options.target) + " to use as target");
  }
  if (!options.prev_target) return part;
  DataArray previous = *target;
  previous.name = "prev_" + options.target;
  require_free(part, previous.name);
  const std::ptrdiff_t place = std::ssize(previous.value.bytes) / previous.value.shape[0];
  std::fill_n(previous.value.bytes.begin(), place, std::byte{0});
  std::copy(target->value.bytes.begin(), target->value.bytes.end() - place,
            previous.value.bytes.begin() + place);
  part.arrays.push_back(std::move(previous));
  return part;
}

std::int64_t stride_of(const SequenceOptions& options, std::int64_t time_steps) {
  return options.stride > 0 ? options.stride : time_steps;
}

std::int64_t windows_of(const DataPart& part, std::int64_t time_steps,
                        const SequenceOptions& options) {
  if (time_steps < 1) refuse(ErrorKind::value, "a window needs at least one time step");
  return window_count(part.count(), time_steps, stride_of(options, time_steps));
}

void reverse_time(Tensor& windows) {
  const std::int64_t rows = windows.shape[0], steps = windows.shape[1];
  const std::int64_t place = std::ssize(windows.bytes) / (rows * steps);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t i = 0, j = steps - 1; i < j; ++i, --j) {
      const auto a = windows.bytes.begin() + (row * steps + i) * place;
      std::swap_ranges(a, a + place, windows.bytes.begin() + (row * steps + j) * place);
    }
  }
}

}  // namespace

ArrayIterator::ArrayIterator(DataPart part, std::int64_t batch_size, IteratorOptions options)
    : part_(std::move(part)),
      order_(checked(part_).count(), batch_size, way_of(options, BatchOrder::Way::in_turn),
             options.shuffle.value_or(0)),
      total_(options.total_iterations.value_or(order_.batches())) {}

Batch ArrayIterator::batch(std::int64_t epoch, std::int64_t batch) const {
  const std::vector<std::int64_t> samples = order_.samples(epoch, batch);
  Batch arrays;
  for (const DataArray& array : part_.arrays) arrays[array.name] = gathered(array.value, samples);
  return arrays;
}

std::optional<Batch> ArrayIterator::next() {
  return next_of(*this, iteration_);
}

std::map<std::string, Op> ArrayIterator::make_placeholders(bool include_iteration) const {
  return placeholders_of(part_, {make_axis(order_.batch_size(), "N")}, include_iteration);
}

SequentialArrayIterator::SequentialArrayIterator(DataPart part, std::int64_t time_steps,
                                                 std::int64_t batch_size, SequenceOptions options)
    : part_(with_previous(std::move(part), options)),
      time_steps_(time_steps),
      options_(std::move(options)),
      order_(windows_of(part_, time_steps, options_), batch_size,
             way_of(options_, BatchOrder::Way::streams), options_.shuffle.value_or(0)),
      total_(options_.total_iterations.value_or(order_.batches())) {}

std::int64_t SequentialArrayIterator::ndata() const {
  return std::min(order_.count(), order_.batches() * order_.batch_size());
}

Batch SequentialArrayIterator::batch(std::int64_t epoch, std::int64_t batch) const {
  const std::vector<std::int64_t> numbers = order_.samples(epoch, batch);
  Batch arrays;
  for (const DataArray& array : part_.arrays) {
    Tensor rows = windows(array.value, numbers, time_steps_, stride_of(options_, time_steps_));
    if (options_.reverse_target && array.name == options_.target) reverse_time(rows);
    arrays[array.name] = std::move(rows);
  }
  return arrays;
}

std::optional<Batch> SequentialArrayIterator::next() {
  return next_of(*this, iteration_);
}

std::map<std::string, Op> SequentialArrayIterator::make_placeholders(bool include_iteration) const {
  return placeholders_of(part_,
                         {make_axis(order_.batch_size(), "N"), make_axis(time_steps_, "REC")},
                         include_iteration);
}

}  // namespace ng::neon
