// SPDX-License-Identifier: Apache-2.0
#include "views/core/session/documents.h"

#include "views/core/session/source.h"

namespace ng::views {

Documents::Documents(Source& source) : source_(source) {
  connect(&source, &Source::changed, this, [this](StateFacets facets) {
    if (facets.testFlag(StateFacet::document)) emit documentChanged();
  });
}

DocumentRecordPtr Documents::document() const {
  return source_.state().document.document;
}

QString Documents::readOnly() const {
  return source_.state().document.readOnly;
}

DocumentDifferencePtr Documents::difference() const {
  return source_.state().document.difference;
}

void Documents::open(const QString& path) {
  source_.take(command::Open{path});
}

void Documents::compare(const QString& first, const QString& second) {
  source_.take(command::CompareDocuments{first, second});
}

void Documents::close() {
  source_.take(command::Close{});
}

}  // namespace ng::views
