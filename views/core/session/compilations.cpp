// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/compilations.h"

#include "views/core/session/source.h"

namespace ng::views {

Compilations::Compilations(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::compilation)) emit compilationChanged();
    if (facets.testFlag(StateFacet::kernelTexts)) emit kernelTextsChanged();
    if (facets.testFlag(StateFacet::progress)) emit progressChanged();
  });
  connect(&source, &Source::happened, this, [this](const Event& event) {
    if (std::get_if<event::CompilationStarted>(&event)) emit compilationStarted();
    if (std::get_if<event::CompilationFailed>(&event)) emit compilationFailed();
    if (const auto* other = std::get_if<event::OtherCompilation>(&event))
      emit otherCompilationChanged(other->pass);
  });
}

CompilationRecordPtr Compilations::compilation() const {
  return source_.state().compilation.compilation;
}

std::vector<PastCompilation> Compilations::compilations() const {
  return source_.state().compilation.past;
}

KeptProgramList Compilations::keptPrograms() const {
  return source_.state().compilation.kept;
}

std::vector<TransformerChoice> Compilations::transformers() const {
  return source_.state().compilation.transformers;
}

QStringList Compilations::computations() const {
  return source_.state().compilation.computations;
}

QString Compilations::computation() const {
  return source_.state().compilation.computation;
}

QString Compilations::transformer() const {
  return source_.state().compilation.transformer;
}

QString Compilations::ranks() const {
  return source_.state().compilation.ranks;
}

bool Compilations::takesRanks() const {
  return source_.state().compilation.takesRanks;
}

Progress Compilations::compileProgress() const {
  return source_.state().compilation.progress;
}

bool Compilations::readingKernels() const {
  return source_.state().compilation.readingKernels;
}

void Compilations::setComputation(const QString& name) {
  source_.take(command::SetComputation{name});
}

void Compilations::setTransformer(const QString& name) {
  source_.take(command::SetTransformer{name});
}

void Compilations::setRanks(const QString& ranks) {
  source_.take(command::SetRanks{ranks});
}

void Compilations::cancel() {
  source_.take(command::CancelCompilation{});
}

void Compilations::readKernel(const QString& kernel) {
  source_.take(command::ReadKernel{kernel, {}});
}

void Compilations::readPastKernel(Request of, const QString& kernel) {
  source_.take(command::ReadKernel{kernel, of});
}

void Compilations::compileWithout(const QString& pass) {
  source_.take(command::CompileWithout{pass});
}

CompilationRecordPtr Compilations::compilationWithout(const QString& pass) const {
  const auto& without = source_.state().compilation.without;
  const auto found = without.find(pass);
  return found == without.end() ? nullptr : found->second;
}

}  // namespace ng::views
