// SPDX-License-Identifier: Apache-2.0
#include "engine/session/document.h"

#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/formats/document.h"
#include "engine/formats/document_tensors.h"
#include "engine/graph/graph.h"
#include "engine/session/export_document.h"
#include "engine/session/import_document.h"

namespace ng {
namespace {

[[noreturn]] void refuse_name(const Document& document, const char* what, const std::string& name,
                              const std::vector<std::string>& known) {
  Diagnostic diagnostic;
  diagnostic.what = (document.path.empty() ? "" : quote(document.path) + ": ") +
                    std::string("there is no ") + what + " " + quote(name);
  std::string list;
  for (const std::string& candidate : known) {
    if (list.size() > 300) {
      list += ", …";
      break;
    }
    list += (list.empty() ? "" : ", ") + candidate;
  }
  diagnostic.expected = known.empty() ? "none; the document has none" : "one of: " + list;
  const std::string meant = nearest(name, known);
  if (!meant.empty()) diagnostic.action = "did you mean " + quote(meant) + "?";
  refuse(ErrorKind::key, std::move(diagnostic));
}

}  // namespace

Op Document::find(const std::string& name) const {
  for (const Op& op : ops) {
    if (op.name() == name) return op;
  }
  std::vector<std::string> known;
  for (const Op& op : ops) {
    known.push_back(display_name(op.node()));
    if (known.back() == name || unscoped_name(op.name()) == name) return op;
  }
  refuse_name(*this, "op", name, known);
}

Op Document::computation(const std::string& name) const {
  const std::string wanted = name.empty() && plan ? plan->computation : name;
  if (wanted.empty() && !computations.empty()) return computations.front();
  if (computations.empty()) {
    refuse(ErrorKind::key,
           (path.empty() ? "the document" : quote(path)) + std::string(" has no computation"));
  }
  std::vector<std::string> known;
  for (const Op& computation : computations) {
    if (computation.name() == wanted) return computation;
    known.push_back(computation.name());
  }
  refuse_name(*this, "computation", wanted, known);
}

Document load_document(const std::string& path) {
  Reader reader(path);
  Notes notes;
  DocumentModel model = *read_document(reader, notes);
  load_tensors(model, path);
  Document document = import_document(model, path);
  document.notes = std::move(notes);
  return document;
}

void save_document(const Document& document, const std::string& path) {
  write_document(path, export_document(document));
}

}  // namespace ng
