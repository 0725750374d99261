// SPDX-License-Identifier: Apache-2.0
// Penn Treebank's text, and texts that lie like it, as sequences of characters or of words.
#pragma once

#include <vector>

#include "engine/neon/data/data_files.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

// Parts "train", "valid" and "test": "inputs" and "targets" (REC), the text and the same text a
// place later (the original's shift_target). The folder holds ptb.train.txt, ptb.valid.txt and
// ptb.test.txt, each perhaps packed by gzip. The vocabulary, in `classes`, is the training part's,
// sorted. bad_file Errors name file and offset: an empty text, one that is no text, a character or
// word that the training part lacks, missing files.

// Bytes of the files as they are, uint8 places in the vocabulary.
DataSet read_ptb_characters(const DataFiles& files);
// Words between spaces, int32; the end of a line is the word "<eos>". Unknown words become "<unk>"
// where the training part has it.
DataSet read_ptb_words(const DataFiles& files);

std::vector<MadeFile> ptb_files(const std::string& train, const std::string& valid,
                                const std::string& test);

}  // namespace ng::neon
