// SPDX-License-Identifier: Apache-2.0
// Calls the computation of a document. Arguments: the document.
#include <ngraph.h>
#include <stdio.h>

static int failed(void) {
  ngraph_error error = {.size = sizeof error};
  ngraph_last_error(&error);
  fprintf(stderr, "%s\n", error.what);
  return 1;
}

int main(int count, char** words) {
  ngraph_document document;
  ngraph_transformer transformer;
  ngraph_computation plus_one;
  const float x = 4;
  float y = 0;
  const void* inputs[] = {&x};
  void* results[] = {&y};
  const size_t bytes[] = {sizeof x};
  if (count < 2 || ngraph_require_version(NGRAPH_API_VERSION) ||
      ngraph_document_load(words[1], NULL, NULL, 0, &document) ||
      ngraph_transformer_open("cpu", &transformer) ||
      ngraph_compile(transformer, document, NULL, NULL, &plus_one) ||
      ngraph_call(plus_one, inputs, bytes, 1, results, bytes, 1, NULL, NULL))
    return failed();
  printf("%g\n", y);
  return 0;
}
