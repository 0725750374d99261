// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/kept_programs.h"

#include <algorithm>

#include "engine/ops/sequencing.h"
#include "engine/session/compilation.h"

namespace ng::views {
namespace {

std::int64_t arrayBytes(const Program& program) {
  std::int64_t bytes = 0;
  for (const Buffer& buffer : program.buffers) bytes += std::ssize(buffer.contents.bytes);
  for (const Step& step : program.steps)
    if (const Loop* loop = step.loop()) bytes += arrayBytes(loop->body);
  return bytes;
}

QString lengthText(const std::string& axis, std::int64_t length) {
  return QStringLiteral("%1 %2").arg(QString::fromStdString(axis)).arg(length);
}

// "N 64 · V 6": the batch axes of the computation's parameters, and the axes that were changed.
QString lengthsText(const KeptProgram& program) {
  QStringList texts;
  const ComputationParts parts =
      parts_of(program.document.computation(program.key.computation).node());
  for (const NodePtr& parameter : parts.parameters)
    for (const Axis& axis : parameter->results.front().axes)
      if (axis.is_batch() && axis.has_length()) texts << lengthText(axis.name(), axis.length());
  for (const auto& [axis, length] : program.key.lengths.axis_lengths)
    texts << lengthText(axis, length);
  texts.removeDuplicates();
  return texts.join(QString::fromUtf8(" · "));
}

}  // namespace

const Computation* KeptProgram::find(const Op& node) const {
  const auto found = std::find_if(
      computations.begin(), computations.end(),
      [&](const Computation& each) { return each.node().value().node == node.value().node; });
  return found == computations.end() ? nullptr : &*found;
}

std::int64_t KeptProgram::bytes() const {
  std::int64_t sum = 0;
  for (const Computation& each : computations) sum += arrayBytes(each.compilation().program);
  return sum;
}

KeptProgramPtr KeptPrograms::find(const ProgramKey& key) const {
  const auto found = std::find_if(programs_.begin(), programs_.end(),
                                  [&](const KeptProgramPtr& each) { return each->key == key; });
  return found == programs_.end() ? nullptr : *found;
}

void KeptPrograms::use(KeptProgramPtr program) {
  std::erase_if(programs_, [&](const KeptProgramPtr& each) { return each->key == program->key; });
  programs_.insert(programs_.begin(), std::move(program));
  std::int64_t bytes = 0;
  std::size_t kept = 0;
  for (const KeptProgramPtr& each : programs_) {
    bytes += each->bytes();
    if (kept > 0 && (kept == most || bytes > mostBytes_)) break;
    ++kept;
  }
  programs_.resize(kept);
}

void KeptPrograms::dropUsed() {
  if (!programs_.empty()) programs_.erase(programs_.begin());
}

std::vector<KeptProgramFacts> KeptPrograms::facts() const {
  std::vector<KeptProgramFacts> all;
  for (const KeptProgramPtr& each : programs_)
    all.push_back({lengthsText(*each), QString::fromStdString(each->key.computation),
                   QString::fromStdString(each->key.transformer), each->key.pipeline,
                   each->bytes()});
  return all;
}

}  // namespace ng::views
