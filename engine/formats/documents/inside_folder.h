// SPDX-License-Identifier: Apache-2.0
// Resolves references to files at or below a document's folder.
#pragma once

#include <string>

namespace ng {

// The folder of a document; "." if the path has none.
std::string folder_of(const std::string& document_path);

// Is `path` in `folder` or below it after resolving links? The path need not exist, but links on
// the way must have a target.
bool lies_inside(const std::string& folder, const std::string& path);

// Describes why a reference is invalid: empty, absolute, with "..", a backslash or a NUL. Empty if
// it is valid.
std::string fault_of_reference(const std::string& reference);

// The path of a valid reference, relative to the document at `document_path`. Throws a bad_file
// Error for a link that is broken or leads out of the document's folder; the file need not exist.
std::string path_inside(const std::string& document_path, const std::string& reference);

// Opens the path of path_inside() with the flags of open(2). Stays within the folder even if links
// change concurrently. Returns a file descriptor owned by the caller, or -1 with errno set. Throws
// like path_inside().
int open_inside(const std::string& document_path, const std::string& reference, int flags);

}  // namespace ng
