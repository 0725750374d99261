// SPDX-License-Identifier: Apache-2.0
// Reads a JSON trace piece by piece; holds only a few megabytes of the file.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include "engine/base/reader.h"
#include "engine/parsing/plain_text.h"
#include "engine/trace/perfetto_file.h"
#include "engine/trace/trace_collector.h"
#include "engine/trace/trace_file.h"

namespace ng {
namespace {

constexpr std::size_t piece = std::size_t{4} << 20, most_held = std::size_t{256} << 20;

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// A key, or a value that is not shown.
struct Ignored final : JsonEvents {
  void clear() { last.clear(); }
  void null() override {}
  void boolean(bool) override {}
  void number(std::string_view) override {}
  void text(std::string_view text) override { last = text; }
  void key(std::string_view) override {}
  void open(bool) override {}
  void close() override {}
  std::string last;  // text
};

class TraceReader {
 public:
  TraceReader(const std::string& path, const TraceReading& reading)
      : file_(path), reading_(reading), collector_(reading.most_events) {}
  TraceReader(std::string_view json, const std::string& name, const TraceReading& reading)
      : file_(std::as_bytes(std::span(json)), name),
        reading_(reading),
        collector_(reading.most_events) {}

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
  std::size_t room() const { return held_.empty() ? 0 : held_.size() - past; }
  const char* end() const { return held_.data() + filled_; }
  std::uint64_t offset() const { return file_.offset() - left(); }

  bool begins_with(char c) {
    while (at_ < end() && is_space(*at_)) ++at_;
    return at_ < end() && *at_ == c;
  }

  // Keeps the unscanned rest and reads the next piece; false at the end of the file.
  bool more() {
    if (file_.remaining() == 0) return false;
    const std::size_t kept = left();
    if (room() - kept < std::min<std::uint64_t>(piece, file_.remaining())) {
      if (kept + piece > most_held) refuse_file(offset(), "one value is longer than 256 MiB");
      const std::size_t wanted = std::max(2 * room(), kept + 2 * piece);
      std::vector<char> larger(std::min<std::uint64_t>(wanted, kept + file_.remaining()) + past);
      if (kept) std::memcpy(larger.data(), at_, kept);
      held_.swap(larger);
    } else {
      std::memmove(held_.data(), at_, kept);
    }
    const auto count = std::min<std::uint64_t>(room() - kept, file_.remaining());
    file_.read(std::as_writable_bytes(std::span(held_).subspan(kept, count)));
    at_ = held_.data();
    filled_ = kept + count;
    std::fill_n(held_.begin() + static_cast<std::ptrdiff_t>(filled_), past, '\0');
    const double fraction = static_cast<double>(file_.offset()) / static_cast<double>(file_.size());
    if (reading_.progress && !reading_.progress(fraction))
      refuse(ErrorKind::cancelled, "reading the trace was cancelled");
    if (reading_.first && !reported_ && collector_.events() >= reading_.first_events) {
      reported_ = true;
      reading_.first(collector_.snapshot());
    }
    return true;
  }

  // Parses the next value, reading more of the file as needed; false at the end of the file.
  template <class Events>
  bool parse(Events& events) {
    for (;;) {
      events.clear();
      const JsonEnd end = parser_.parse_first({at_, left()}, events);
      // A number that ends where the piece ends may continue.
      const bool open = end.cut_off || (end.at == left() && file_.remaining() > 0);
      if (end.found && !end.cut_off) refuse_file(offset() + end.at, "this is not JSON", end.found);
      if (!open) {
        at_ += end.at;
        return true;
      }
      if (!more()) {
        cut_ = true;
        return false;
      }
    }
  }

  // Skips separators to the next item; false at the end of the file.
  bool next() {
    for (;;) {
      while (at_ < end() && (*at_ == ',' || is_space(*at_))) ++at_;
      if (at_ < end()) return true;
      if (!more()) return false;
    }
  }

  void read_events() {
    trace::EventScan event;
    while (next()) {
      if (*at_ == ']') {
        ++at_;
        return;
      }
      if (*at_ != '{') refuse_file(offset(), "this is not JSON");
      if (!parse(event)) return;
      collector_.take(event.event(), offset());
    }
    cut_ = true;
  }

  void read_object() {
    ++at_;
    std::string keys;
    bool found = false;
    while (next() && *at_ != '}') {
      Ignored value;
      if (*at_ != '"') refuse_file(offset(), "this is not JSON");
      if (!parse(value)) break;
      const std::string key = std::move(value.last);
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
      } else if (!parse(value)) {
        break;
      }
      if (cut_) break;
    }
    if (!found) refuse_file(0, "the file has no traceEvents", "keys: " + keys.substr(0, 300));
  }

  void skip_mark() { at_ += left() - without_byte_order_mark({at_, left()}).size(); }

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

  static constexpr std::size_t past = JsonParser::looks_past;

  Reader file_;
  const TraceReading& reading_;
  trace::Collector collector_;
  JsonParser parser_;
  std::vector<char> held_;  // the first `filled_` are read; then come NULs
  std::size_t filled_ = 0;
  const char* at_ = nullptr;
  bool cut_ = false, reported_ = false;
};

}  // namespace

Timeline read_trace(const std::string& path, const TraceReading& reading) {
  const bool binary = looks_like_perfetto(Reader(path).first_bytes(4096));
  return binary ? read_perfetto(path, reading) : TraceReader(path, reading).read();
}

Timeline read_trace_text(std::string_view json, const std::string& name) {
  const TraceReading reading;
  return TraceReader(json, name, reading).read();
}

bool looks_like_trace(const std::string& first_bytes) {
  if (looks_like_perfetto(first_bytes)) return true;
  if (first_bytes.find("\"traceEvents\"") != std::string::npos) return true;
  const std::string_view text = trimmed(without_byte_order_mark(first_bytes));
  return first_bytes.find("\"ph\"") != std::string::npos &&
         (text.starts_with('[') || text.starts_with('{'));
}

}  // namespace ng
