// SPDX-License-Identifier: Apache-2.0
// References to files beside a document never leave its folder.
#pragma once

#include <string>

namespace ng {

// The folder of a document; "." without one.
std::string folder_of(const std::string& document_path);

// Is `path` in `folder` or below it once links are followed? It need not exist, but a link on the
// way must lead somewhere.
bool lies_inside(const std::string& folder, const std::string& path);

// Why a reference is refused as it is written: empty, absolute, with "..", a backslash or a NUL;
// nothing when it is sound.
std::string fault_of_reference(const std::string& reference);

// The path of a sound reference, seen from the document at `document_path`. bad_file Error when a
// link leads out of the document's folder, or to nothing; the file need not exist.
std::string path_inside(const std::string& document_path, const std::string& reference);

// Opens what path_inside() names with the flags of open(2), beneath the folder even when its links
// change meanwhile; returns a file descriptor that the caller closes, or -1 with errno. Errors as
// path_inside().
int open_inside(const std::string& document_path, const std::string& reference, int flags);

}  // namespace ng
