// SPDX-License-Identifier: Apache-2.0
// Arguments of computations, from the document's plan and --feed (which takes precedence).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "engine/documents/document.h"
#include "engine/neon/plan/run_plan.h"

namespace ng::cli {

// The document with a plan for `computation`: its own plan, a plan derived from an evaluation, or a
// new plan of a single call. --feed P=SRC replaces the plan's binding of P. SRC is a number, a list
// "[1, 2]" or "[[1, 2], [3, 4]]", an expression of epoch and iteration such as "5/(1+epoch)", or a
// file "x.npy", "x.idx", "data.npz:name", an image "cat.png:imagenet", or a text in double quotes.
// Throws UsageError for any other SRC, and a key Error that
// lists all parameters without a source.
Document withPlanFor(const Arguments& arguments, const Document& document, const Op& computation);
// The shapes of the arrays that --feed gives as a list or a file, by placeholder.
std::map<std::string, Shape> fedShapes(const Arguments& arguments);
// The shapes of the texts in double quotes that --feed gives, by the document's vocabulary and the
// other lengths of their placeholders. Throws a key Error for an unknown placeholder.
std::map<std::string, Shape> textShapes(const Arguments& arguments, const Document& document);
// The document with the names of --labels and --vocabulary. Throws bad_file Errors.
Document worded(const Arguments& arguments, Document document);
// For commands that use only the shapes: throws UsageError for a --feed that is no array, a value
// Error if an array does not fit the document's placeholder, a key Error if there is none.
void checkFedShapes(const Arguments& arguments, const Document& document);

// Arguments of each call of one computation; calls are counted from 0.
class CallSource {
 public:
  CallSource(const Arguments& arguments, const Document& document, const Op& computation)
      : plan_(withPlanFor(arguments, document, computation)) {
    plan_.load();
  }
  std::vector<Tensor> arguments(std::int64_t call) const {
    return plan_.calls.arguments(plan_.moment(call));
  }

 private:
  BoundPlan plan_;
};

}  // namespace ng::cli
