// SPDX-License-Identifier: Apache-2.0
// Penn Treebank and texts in the same layout, as sequences of characters or words.
#pragma once

#include <vector>

#include "engine/neon/data/data_files.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

// Parts "train", "valid" and "test" with "inputs" and "targets" (REC): the text, and the text
// shifted by one token (the original's shift_target). The folder holds ptb.train.txt, ptb.valid.txt
// and ptb.test.txt, optionally gzipped. The vocabulary (`classes`) is that of the training part,
// sorted. Throws bad_file Errors with file and offset for texts that are empty or not text, tokens
// that the training part lacks, and missing files.

// The bytes of the files as uint8 indices into the vocabulary.
DataSet read_ptb_characters(const DataFiles& files);
// Words between spaces as int32 indices; the end of a line is the word "<eos>". Unknown words
// become "<unk>" if the training part contains it.
DataSet read_ptb_words(const DataFiles& files);

std::vector<MadeFile> ptb_files(const std::string& train, const std::string& valid,
                                const std::string& test);

}  // namespace ng::neon
