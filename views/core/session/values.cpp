// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/values.h"

#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/session/source.h"

namespace ng::views {

Values::Values(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::series)) emit seriesChanged();
    if (facets.testFlag(StateFacet::tensors)) emit tensorsChanged();
  });
}

SeriesList Values::series() const {
  return *source_.state().values.series;
}

TensorList Values::results() const {
  return *source_.state().values.results;
}

void Values::watch(OpKey op) {
  source_.take(command::Watch{op});
}

void Values::unwatch(OpKey op) {
  source_.take(command::Unwatch{op});
}

std::vector<OpKey> Values::watched() const {
  return source_.state().values.watched;
}

TensorRecordPtr Values::value(OpKey op) const {
  const TensorMap& tensors = *source_.state().values.tensors;
  const auto found = tensors.find(op);
  return found == tensors.end() ? nullptr : found->second;
}

}  // namespace ng::views
