// SPDX-License-Identifier: Apache-2.0
// Work off the GUI thread, with progress, cancellation and a result delivered on the GUI thread.
// Work that runs elsewhere (a helper process, the session's own threads) is registered here too, so
// that Stop (Shift+F5) can cancel the longest-running job. The Jobs object lives on the GUI thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <atomic>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/error.h"

class QThreadPool;

namespace ng::views {

// Releases `value` on a pool thread: freeing 100,000 objects takes longer than a frame. If this is
// the last reference, the destructor runs there and must not depend on the thread.
void releaseOnPool(std::shared_ptr<const void> value);

using JobId = int;

// Passed to the work; thread-safe.
class JobContext {
 public:
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& cancelFlag() const { return cancelled_; }
  void progress(double fraction) { fraction_.store(fraction, std::memory_order_relaxed); }

 private:
  friend class Jobs;
  std::atomic<bool> cancelled_{false};
  std::atomic<double> fraction_{std::numeric_limits<double>::quiet_NaN()};  // NaN: unknown
};

struct JobInfo {
  JobId id = 0;
  QString name;
  std::optional<double> fraction;  // 0..1; empty: unknown
  qint64 milliseconds = 0;
};

class Jobs : public QObject {
  Q_OBJECT

 public:
  // Runs on the GUI thread when the work is done, unless the job was cancelled.
  using Done = std::function<void()>;

  explicit Jobs(QObject* parent = nullptr);
  ~Jobs() override;  // cancels all jobs and waits

  // `work` runs on a pool thread and returns the function that handles its result on the GUI thread
  // (empty: none). An ng::Error or std::exception that it throws is emitted as failed().
  JobId start(const QString& name, std::function<Done(JobContext&)> work);
  // Like start(), but runs one job at a time and only while no job of start() is running. For work
  // whose result is not visible first.
  JobId startAfterOthers(const QString& name, std::function<Done(JobContext&)> work);

  // Registers a job that runs elsewhere: `cancel` is called on the GUI thread; call finish() at its
  // end.
  JobId begin(const QString& name, std::function<void()> cancel);
  void report(JobId job, double fraction);
  void finish(JobId job);

  void cancel(JobId job);
  bool cancelLongest();  // false: no job was running
  bool idle() const;
  bool isRunning(JobId job) const;
  std::vector<JobInfo> running() const;  // longest first

 signals:
  void changed();  // a job started or ended
  void failed(const QString& name, const ng::Diagnostic& diagnostic);

 private:
  struct Job {
    QString name;
    QElapsedTimer since;
    std::shared_ptr<JobContext> context;
    std::function<void()> cancel;
  };
  // Work that already has an id.
  struct Posted {
    JobId id = 0;
    QString name;
    std::shared_ptr<JobContext> context;
    std::function<Done(JobContext&)> work;
    bool first = true;  // from start(): jobs of startAfterOthers() wait for it
  };
  JobId add(const QString& name, std::shared_ptr<JobContext> context, std::function<void()> cancel);
  JobId post(Posted posted);
  void dispatch(Posted posted);
  void dispatchWaiting();

  std::map<JobId, Job> jobs_;
  std::vector<Posted> waiting_;
  int first_ = 0, after_ = 0;  // jobs in the pool: of start() and of startAfterOthers()
  const std::unique_ptr<QThreadPool> pool_;
  JobId next_ = 1;
};

}  // namespace ng::views
