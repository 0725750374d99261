// SPDX-License-Identifier: Apache-2.0
// Names of a model's classes and tokens, from its metadata and from files next to it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/note.h"
#include "engine/records/model_words.h"

namespace ng {

// "net.labels.txt" next to "net.onnx", else "labels.txt", one label a line; else the model's
// metadata ("labels", "classes", "class_names", "names", "id2label": a list, a dict, or text with
// commas); else "id2label" of "config.json". Empty: there are none. Files that cannot be read give
// a note.
std::vector<std::string> labels_of_model(const std::string& path,
                                         const std::map<std::string, std::string>& metadata,
                                         Notes& notes);

// Tokens by id, from "net.vocab.txt" next to "net.onnx", else "vocab.txt", one token a line, else
// "tokenizer.json". Empty: there are none. Files that cannot be read give a note.
std::vector<std::string> vocabulary_of_model(const std::string& path, Notes& notes);

// Both; the vocabulary only of a model that takes or gives integers, which can be `tokens`.
ModelWordsPtr words_of_model(const std::string& path,
                             const std::map<std::string, std::string>& metadata, bool tokens,
                             Notes& notes);

// `words` with the labels, one a line, and the vocabulary in these files; an empty path keeps those
// of `words`. Throws bad_file Errors.
ModelWordsPtr chosen_words(const ModelWords& words, const std::string& labels,
                           const std::string& vocabulary);

// The lines of a text file, without line ends. Throws a bad_file Error.
std::vector<std::string> lines_of_file(const std::string& path);
// The vocabulary in a text file, one token a line, or in a tokenizer.json. Throws bad_file Errors.
std::vector<std::string> read_vocabulary(const std::string& path);

}  // namespace ng
