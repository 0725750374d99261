// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/queries.h"

#include "views/core/session/source.h"

namespace ng::views {

Queries::Queries(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::queries)) emit queryChanged();
    if (facets.testFlag(StateFacet::whatIf)) emit whatIfChanged();
    if (facets.testFlag(StateFacet::elementOrigin)) emit elementOriginChanged();
  });
  connect(&source, &Source::happened, this, [this](const Event& event) {
    if (const auto* progressed = std::get_if<event::QueryProgressed>(&event))
      emit queryProgressed(progressed->fraction);
  });
}

bool Queries::querying() const {
  return source_.state().queries.querying;
}

void Queries::cancelQuery() {
  source_.take(command::CancelQuery{});
}

void Queries::compareTransformers(const QString& left, const QString& right, double rtol) {
  source_.take(command::CompareTransformers{left, right, rtol});
}

ComparisonRecordPtr Queries::comparison() const {
  return source_.state().queries.comparison;
}

void Queries::bisectPasses(double tolerance, double slower) {
  source_.take(command::BisectPasses{tolerance, slower});
}

BisectRecordPtr Queries::bisection() const {
  return source_.state().queries.bisection;
}

void Queries::predictScaling(const ScalingChoice& choice) {
  source_.take(command::PredictScaling{choice});
}

ScalingRecordPtr Queries::scaling() const {
  return source_.state().queries.scaling;
}

void Queries::tryKernel(const QString& kernel, const QString& source) {
  source_.take(command::TryKernel{kernel, source});
}

std::optional<KernelTrialRecord> Queries::kernelTrial() const {
  return source_.state().queries.kernelTrial;
}

bool Queries::writesReproducers() const {
  return source_.state().queries.writesReproducers;
}

void Queries::writeReproducer(const QString& kernel, const QString& folder) {
  source_.take(command::WriteReproducer{kernel, folder});
}

void Queries::setEdits(const std::vector<ElementEdit>& edits) {
  source_.take(command::SetEdits{edits});
}

std::vector<ElementEdit> Queries::edits() const {
  return source_.state().queries.edits;
}

WhatIfRecordPtr Queries::whatIf() const {
  return source_.state().queries.whatIf;
}

void Queries::keepEdits() {
  source_.take(command::KeepEdits{});
}

void Queries::explain(const ElementQuestion& question) {
  source_.take(command::Explain{question});
}

bool Queries::explaining() const {
  return source_.state().queries.explaining;
}

ElementOriginPtr Queries::elementOrigin() const {
  return source_.state().queries.elementOrigin;
}

}  // namespace ng::views
