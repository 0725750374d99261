// SPDX-License-Identifier: Apache-2.0
// The link's thread, sending of graphs, and stopping. Values are handled in link_values.cpp.
#include "engine/remote/link.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/error.h"
#include "engine/documents/document.h"
#include "engine/documents/export_document.h"
#include "engine/formats/documents/document.h"
#include "engine/graph/graph.h"
#include "engine/remote/looking.h"
#include "engine/session/compile_options.h"

namespace ng::remote {
namespace {

constexpr auto frame_time = std::chrono::milliseconds(16);   // between two messages
constexpr auto graph_time = std::chrono::milliseconds(250);  // between two graphs
constexpr auto stop_time = std::chrono::milliseconds(50);
constexpr int send_patience = 5000;  // ms to wait for the window to accept data
constexpr int end_patience = 2000;
constexpr std::size_t most_computations = 256;  // limit in the document

// Threads do not survive a fork, and messages remain the parent's task.
void forget_link_in_child() {
  set_observer(nullptr);
}

// A temporary folder, removed by the destructor.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ngraph-link-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) {
      refuse(ErrorKind::system, "cannot create a temporary folder for the graph");
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

Link::Link(const std::string& socket, Hello hello) : socket_(socket), hello_(std::move(hello)) {
  interrupt = [] { ::kill(::getpid(), SIGINT); };
  static const int registered = ::pthread_atfork(nullptr, nullptr, forget_link_in_child);
  check(registered == 0, "pthread_atfork failed");
  set_observer(this);
  thread_ = std::thread([this] { work(); });
}

Link::~Link() {
  end({});
  if (thread_.joinable()) thread_.join();
}

std::string Link::refusal() const {
  const std::lock_guard lock(mutex_);
  return refusal_;
}

// ---- the graph --------------------------------------------------------------------------------

void Link::added(const Computation& computation) {
  if (Looking::on()) return;
  const std::lock_guard lock(mutex_);
  recorder_.compiled(computation, known(computation).called.name);
  graph_due_ = true;
  sendGraph(false);
}

Link::Known& Link::known(const Computation& computation) {
  const Op node = computation.node();
  const auto [at, fresh] = computations_.try_emplace(node.id());
  Known& known = at->second;
  known.used = ++uses_;
  if (!fresh) return known;
  graph_due_ = true;
  known.node = node;
  known.called.computation = node.id();
  known.called.name = node.name();
  const Transformer& transformer = *computation.transformer();
  known.called.transformer = transformer.name();
  const auto& without = transformer.options().passes.disabled;
  known.called.without.assign(without.begin(), without.end());
  for (const Op& result : computation.results()) {
    const bool scalar = result && result.value().has_type() && result.axes().size() == 0;
    known.scalars.push_back(scalar ? 1 : 0);
  }
  const Value root = node.value();
  for (const NodePtr& each : ordered_nodes({root})) known.ops.insert(each->id);
  forgetUnused();
  return known;
}

// Keeps the computations that were used last. A program that calls a forgotten one adds it again.
void Link::forgetUnused() {
  while (computations_.size() > most_computations) {
    const auto earlier = [](const auto& a, const auto& b) { return a.second.used < b.second.used; };
    computations_.erase(std::min_element(computations_.begin(), computations_.end(), earlier));
  }
}

// Sends a changed graph at a limited rate, so that many new computations cause few messages.
void Link::sendGraph(bool now) {
  if (!graph_due_ || (!now && Clock::now() - graph_sent_ < graph_time)) return;
  graph_due_ = false;
  try {
    graph_ = graphFiles();
  } catch (const Error& error) {
    std::fprintf(stderr, "ngraph: cannot send the graph to the workbench: %s\n", error.what());
  }
  graph_sent_ = Clock::now();
  socket_.ring();
}

GraphFiles Link::graphFiles() {
  Document document;
  document.title = hello_.program;
  document.made_by = hello_.program;
  for (const auto& [id, known] : computations_) document.computations.push_back(known.node);
  DocumentModel model = export_document(document);
  nameByVariables(model);
  for (const ComputationModel& each : model.computations) {
    computations_.at(each.id).called.name = each.name;
  }
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "graph.ngraph";
  write_document(path.string(), model);
  GraphFiles graph;
  graph.files.emplace_back(path.filename().string(), content_of(path));
  std::size_t bytes = graph.files[0].second.size();
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (entry.path() == path) continue;
    graph.files.emplace_back(entry.path().filename().string(), content_of(entry.path()));
    bytes += graph.files.back().second.size();
  }
  if (bytes > longest_frame / 2) {
    refuse(ErrorKind::value, "its size is " + std::to_string(bytes >> 20) + " MiB");
  }
  return graph;
}

void Link::variable(OpId op, const std::string& name) {
  const std::lock_guard lock(mutex_);
  variables_[op] = name;
}

// Names that ops have of their own take precedence; scopes stay. A name that is taken gets "_<n>",
// as in a scope of UniqueName.
void Link::nameByVariables(DocumentModel& model) const {
  const auto variableOf = [this](const OpModel& op) {
    const auto found = op.named ? variables_.end() : variables_.find(op.id);
    return found == variables_.end() ? nullptr : &found->second;
  };
  std::set<std::string> taken;
  for (const OpModel& op : model.ops)
    if (!variableOf(op)) taken.insert(op.name);
  for (OpModel& op : model.ops) {
    const std::string* variable = variableOf(op);
    if (!variable) continue;
    const std::string wanted = op.name.substr(0, op.name.rfind('/') + 1) + *variable;
    op.name = wanted;
    for (int n = 0; !taken.insert(op.name).second; ++n) op.name = wanted + "_" + std::to_string(n);
    op.named = true;
  }
}

// ---- stopping ---------------------------------------------------------------------------------

OpId Link::breakpointIn(const Known& known) const {
  for (const OpId op : breakpoints_) {
    if (known.ops.count(op) > 0) return op;
  }
  return 0;
}

// Called with the lock held; blocks the program until it resumes.
void Link::stop_here(std::unique_lock<std::mutex>& lock, OpId at) {
  stopping_ = false;
  stopped_ = true;
  queue(Stopped{true, at});
  const auto resume = [this] {
    stopped_ = false;
    queue(Stopped{false, 0});
  };
  while (stopped_ && !over_ && alive()) {
    if (!idle) {
      changed_.wait_for(lock, stop_time);
      continue;
    }
    lock.unlock();
    try {
      idle();
    } catch (...) {
      lock.lock();
      resume();
      throw;
    }
    lock.lock();
  }
  resume();
}

// ---- the link's thread ------------------------------------------------------------------------

void Link::work() {
  FrameReader reader;
  if (!socket_.send(encode(to_frame(hello_)), send_patience)) return leaveHeard(reader);
  Clock::time_point sent{};
  bool pending = true;
  while (alive()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(sent + frame_time - Clock::now());
    const int room = static_cast<int>(std::max<std::int64_t>(0, left.count()));
    Socket::Heard heard = socket_.wait(pending ? room : -1);
    pending |= heard.rung;
    try {
      hear(reader, heard.bytes);
    } catch (const Error& error) {
      std::fprintf(stderr, "ngraph: disconnected from the workbench: %s\n", error.what());
      heard.closed = true;
    }
    if (heard.closed) return leave();
    if (!pending || Clock::now() - sent < frame_time) continue;
    pending = false;
    sent = Clock::now();
    if (!sendAll()) return leaveHeard(reader);
  }
}

void Link::hear(FrameReader& reader, const std::string& bytes) {
  reader.add(bytes);
  while (const auto frame = reader.next()) obey(read_command(*frame));
}

// The window may have said why before it closed the link.
void Link::leaveHeard(FrameReader& reader) {
  try {
    for (bool more = true; more;) {
      const Socket::Heard heard = socket_.wait(0);
      hear(reader, heard.bytes);
      more = !heard.closed && !heard.bytes.empty();
    }
  } catch (const Error&) {
    // The link ends anyway.
  }
  leave();
}

// Collects pending frames under the lock and sends them without it. False: the link has ended.
bool Link::sendAll() {
  std::vector<std::string> frames;
  bool over = false;
  {
    const std::lock_guard lock(mutex_);
    if (graph_) frames.push_back(encode(to_frame(*graph_)));
    graph_.reset();
    for (auto& [id, known] : computations_) {
      if (!std::exchange(known.fresh, false)) continue;
      frames.push_back(encode(to_frame(known.called)));
      known.called.points.clear();
    }
    if (const auto measured = recorder_.take()) frames.push_back(encode(to_frame(*measured)));
    std::move(rest_.begin(), rest_.end(), std::back_inserter(frames));
    rest_.clear();
    notified_ = false;
    over = over_;
  }
  for (const std::string& frame : frames) {
    if (!socket_.send(frame, over ? end_patience : send_patience)) return false;
  }
  return !over;
}

void Link::queue(const Message& message) {
  rest_.push_back(encode(to_frame(message)));
  socket_.ring();
}

void Link::obey(const Command& command) {
  {
    const std::lock_guard lock(mutex_);
    switch (command.kind) {
      case Command::Kind::watch:
        watched_ = {command.ops.begin(), command.ops.end()};
        ++watch_generation_;
        sampled_ = {};
        break;
      case Command::Kind::breakpoints:
        breakpoints_ = {command.ops.begin(), command.ops.end()};
        break;
      case Command::Kind::pause: stopping_ = true; break;
      case Command::Kind::step:
        stopping_ = true;
        stopped_ = false;
        break;
      case Command::Kind::go_on:
      case Command::Kind::stop: stopping_ = stopped_ = false; break;
      case Command::Kind::record:
      case Command::Kind::rest: recorder_.record(command.kind == Command::Kind::record); break;
      case Command::Kind::refuse: refusal_ = command.reason; break;
    }
  }
  changed_.notify_all();
  if (command.kind == Command::Kind::refuse) {
    std::fprintf(stderr, "ngraph: the workbench does not show this program: %s\n",
                 command.reason.c_str());
  }
  if (command.kind == Command::Kind::stop && interrupt) interrupt();
}

void Link::leave() {
  set_observer(nullptr);
  alive_ = false;
  changed_.notify_all();
}

void Link::end(const std::string& error) {
  set_observer(nullptr);
  {
    const std::lock_guard lock(mutex_);
    if (over_ || !alive()) return;
    collectStale(nullptr);
    sendGraph(true);
    over_ = true;
    queue(End{error});
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

}  // namespace ng::remote
