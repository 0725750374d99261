// SPDX-License-Identifier: Apache-2.0
// Reads a JSON trace piece by piece; holds only a few megabytes of the file.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include "engine/base/reader.h"
#include "engine/trace/perfetto_file.h"
#include "engine/trace/trace_collector.h"
#include "engine/trace/trace_file.h"

namespace ng {
namespace {

using trace::Scan;

constexpr std::size_t piece = std::size_t{4} << 20, most_held = std::size_t{256} << 20;

class TraceReader {
 public:
  TraceReader(const std::string& path, const TraceReading& reading)
      : file_(path), reading_(reading), collector_(reading.most_events) {}

  Timeline read() {
    if (file_.size() == 0) refuse_file(0, "the file is empty");
    more();
    skip_mark();
    refuse_other_formats();
    if (begins_with('[')) {
      ++at_;
      read_events();
    } else if (trace::Field(at_, std::min<std::size_t>(200, left())).find("\"ph\"") !=
                   trace::Field::npos &&
               trace::Field(at_, std::min<std::size_t>(200, left())).find("traceEvents") ==
                   trace::Field::npos) {
      read_events();  // one event per line
    } else {
      read_object();
    }
    refuse_nonsense();
    Timeline timeline = collector_.finish();
    if (cut_) timeline.notes.emplace_back("the file ends before the trace does");
    timeline.title = std::filesystem::path(file_.path()).filename().string();
    return timeline;
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(end() - at_); }
  const char* end() const { return held_.data() + filled_; }
  std::uint64_t offset() const { return file_.offset() - left(); }

  bool begins_with(char c) {
    trace::skip_space(at_, end());
    return at_ < end() && *at_ == c;
  }

  // Keeps the unscanned rest and reads the next piece; false at the end of the file.
  bool more() {
    if (file_.remaining() == 0) return false;
    const std::size_t kept = left();
    if (held_.size() - kept < std::min<std::uint64_t>(piece, file_.remaining())) {
      if (kept + piece > most_held) refuse_file(offset(), "one value is longer than 256 MiB");
      const std::size_t wanted = std::max(2 * held_.size(), kept + 2 * piece);
      std::vector<char> larger(std::min<std::uint64_t>(wanted, kept + file_.remaining()));
      if (kept) std::memcpy(larger.data(), at_, kept);
      held_.swap(larger);
    } else {
      std::memmove(held_.data(), at_, kept);
    }
    const auto count = std::min<std::uint64_t>(held_.size() - kept, file_.remaining());
    file_.read(std::as_writable_bytes(std::span(held_).subspan(kept, count)));
    at_ = held_.data();
    filled_ = kept + count;
    const double fraction = static_cast<double>(file_.offset()) / static_cast<double>(file_.size());
    if (reading_.progress && !reading_.progress(fraction))
      refuse(ErrorKind::cancelled, "reading the trace was cancelled");
    if (reading_.first && !told_ && collector_.events() >= reading_.first_events) {
      told_ = true;
      reading_.first(collector_.snapshot());
    }
    return true;
  }

  // Scans one item, reading more of the file as needed; false at the end of the file.
  template <class Part>
  bool scan(const Part& part) {
    for (;;) {
      const char* const begin = at_;
      const Scan result = part(at_, end());
      if (result == Scan::done) return true;
      if (result == Scan::malformed) refuse_file(offset(), "this is not JSON");
      at_ = begin;
      if (!more()) {
        cut_ = true;
        return false;
      }
    }
  }

  // Skips separators to the next item; false at the end of the file.
  bool next() {
    for (;;) {
      while (at_ < end() &&
             (*at_ == ',' || *at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t'))
        ++at_;
      if (at_ < end()) return true;
      if (!more()) return false;
    }
  }

  void read_events() {
    trace::ScannedEvent event;
    while (next()) {
      if (*at_ == ']') {
        ++at_;
        return;
      }
      const bool whole = scan(
          [&](const char*& at, const char* stop) { return trace::scan_event(at, stop, event); });
      if (!whole) return;
      collector_.take(event, offset());
    }
    cut_ = true;
  }

  void read_object() {
    ++at_;
    std::string keys;
    bool found = false;
    while (next() && *at_ != '}') {
      trace::Field text;
      if (!scan([&](const char*& at, const char* stop) {
            return trace::scan_string(at, stop, text);
          }))
        break;
      const std::string key(text);
      keys += (keys.empty() ? "" : ", ") + trace::plain(key, 40);
      if (!next() || *at_ != ':') refuse_file(offset(), "this is not JSON");
      ++at_;
      if (!next()) break;
      if (key == "traceEvents") {
        if (*at_ != '[') refuse_file(offset(), "traceEvents is not an array");
        if (found) refuse_file(offset(), "traceEvents occurs twice");
        found = true;
        ++at_;
        read_events();
      } else if (!scan(trace::skip_value)) {
        break;
      }
      if (cut_) break;
    }
    if (!found) refuse_file(0, "the file has no traceEvents", "keys: " + keys.substr(0, 300));
  }

  void skip_mark() {
    if (left() >= 3 && std::memcmp(at_, "\xEF\xBB\xBF", 3) == 0) at_ += 3;
  }

  void refuse_other_formats() {
    const auto byte = [this](std::size_t i) {
      return i < left() ? static_cast<unsigned char>(at_[i]) : 0;
    };
    if (byte(0) == 0x1F && byte(1) == 0x8B)
      refuse_file(0, "the trace is compressed", "gzip", "unpack it first: gunzip FILE");
    if ((byte(0) == 0xFF && byte(1) == 0xFE) || (byte(0) == 0xFE && byte(1) == 0xFF))
      refuse_file(0, "the trace is not in UTF-8", "UTF-16");
    if (!begins_with('[') && !begins_with('{')) refuse_file(offset(), "this is not a trace");
  }

  void refuse_nonsense() {
    if (collector_.nonsense() == 0 || collector_.events() >= collector_.nonsense()) return;
    Diagnostic diagnostic;
    diagnostic.what = "the trace has invalid event times";
    diagnostic.where = file_.where(collector_.first_nonsense());
    diagnostic.found = collector_.first_reason() + "; affects " +
                       std::to_string(collector_.nonsense()) + " of " +
                       std::to_string(collector_.nonsense() + collector_.events()) + " events";
    diagnostic.expected = "microseconds: ts a number, dur 0 or more";
    diagnostic.action = "write the trace again with the tool that created it";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }

  [[noreturn]] void refuse_file(std::uint64_t where, std::string what, std::string found = {},
                                std::string action = {}) {
    file_.fail_at(where, {std::move(what), std::move(found),
                          "a trace in Chrome's JSON format: an array of events, or an object with "
                          "traceEvents",
                          std::move(action)});
  }

  Reader file_;
  const TraceReading& reading_;
  trace::Collector collector_;
  std::vector<char> held_;
  std::size_t filled_ = 0;
  const char* at_ = nullptr;
  bool cut_ = false, told_ = false;
};

}  // namespace

Timeline read_trace(const std::string& path, const TraceReading& reading) {
  const bool binary = looks_like_perfetto(Reader(path).first_bytes(4096));
  return binary ? read_perfetto(path, reading) : TraceReader(path, reading).read();
}

bool looks_like_trace(const std::string& first_bytes) {
  if (looks_like_perfetto(first_bytes)) return true;
  const std::size_t begin = first_bytes.find_first_not_of(" \r\n\t\xEF\xBB\xBF");
  if (begin == std::string::npos) return false;
  if (first_bytes.find("\"traceEvents\"") != std::string::npos) return true;
  return first_bytes.find("\"ph\"") != std::string::npos &&
         (first_bytes[begin] == '[' || first_bytes[begin] == '{');
}

}  // namespace ng
