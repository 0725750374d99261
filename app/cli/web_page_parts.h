// SPDX-License-Identifier: Apache-2.0
// The parts of the web page, from resources/web_page; CMake makes web_page_parts.cpp of them.
#pragma once

namespace ng::cli::web_page {

extern const char* const page;  // HTML with the marks %STYLE%, %DATA% and %SCRIPT%
extern const char* const style;
extern const char* const script;

}  // namespace ng::cli::web_page
