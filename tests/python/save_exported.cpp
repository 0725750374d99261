// SPDX-License-Identifier: Apache-2.0
// Linked to an exported program: saves its computations as the document $NGRAPH_EXPORTED.
#include <cstdlib>

#include "engine/documents/document.h"
#include "engine/session/observer.h"
#include "engine/session/transformer.h"

namespace {

class Saver : public ng::Observer {
 public:
  Saver() { ng::set_observer(this); }
  ~Saver() override { ng::set_observer(nullptr); }

  void added(const ng::Computation& computation) override {
    document_.computations.push_back(computation.node());
    if (const char* path = std::getenv("NGRAPH_EXPORTED")) ng::save_document(document_, path);
  }
  void closing(const ng::Transformer&) override {}
  void before(const ng::Computation&) override {}
  void after(const ng::Computation&, double) override {}

 private:
  ng::Document document_;
};

Saver saver;

}  // namespace
