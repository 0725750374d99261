// SPDX-License-Identifier: Apache-2.0
// Work off the GUI thread, with progress, cancel and a result handed back on the GUI thread. What
// runs elsewhere (a helper process, the session's own threads) is listed here too, so that Stop
// (Shift+F5) finds the longest of all. The Jobs object lives on the GUI thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QThread>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/error.h"

namespace ng::views {

using JobId = int;

// Given to the work; any thread.
class JobContext {
 public:
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& cancelFlag() const { return cancelled_; }
  void progress(double fraction) { fraction_.store(fraction, std::memory_order_relaxed); }

 private:
  friend class Jobs;
  std::atomic<bool> cancelled_{false};
  std::atomic<double> fraction_{-1};
};

struct JobInfo {
  JobId id = 0;
  QString name;
  double fraction = -1;  // negative: not known
  qint64 milliseconds = 0;
};

class Jobs : public QObject {
  Q_OBJECT

 public:
  // Runs on the GUI thread when the work is done, unless the job was cancelled.
  using Done = std::function<void()>;

  explicit Jobs(QObject* parent = nullptr);
  ~Jobs() override;  // cancels and waits

  // `work` runs on a pool thread and returns what to do with its result on the GUI thread (empty:
  // nothing). An ng::Error or std::exception it throws arrives as failed().
  JobId start(const QString& name, std::function<Done(JobContext&)> work);
  // The same, begun when nothing of start() is under way, one after the other: for what the user
  // does not look at first.
  JobId startAfterOthers(const QString& name, std::function<Done(JobContext&)> work);

  // A job that runs somewhere else: `cancel` is called on the GUI thread; call finish() at its end.
  JobId begin(const QString& name, std::function<void()> cancel);
  void report(JobId job, double fraction);
  void finish(JobId job);

  void cancel(JobId job);
  bool cancelLongest();  // false: nothing was running
  bool idle() const { return jobs_.empty(); }
  bool isRunning(JobId job) const { return jobs_.count(job) != 0; }
  std::vector<JobInfo> running() const;  // longest first

 signals:
  void changed();  // a job began or ended
  void failed(const QString& name, const ng::Diagnostic& diagnostic);

 private:
  struct Job {
    QString name;
    QElapsedTimer since;
    std::shared_ptr<JobContext> context;
    std::function<void()> cancel;
  };
  // Work that has a number already.
  struct Posted {
    JobId id = 0;
    QString name;
    std::shared_ptr<JobContext> context;
    std::function<Done(JobContext&)> work;
    bool first = true;  // others wait for it
  };
  JobId add(const QString& name, std::shared_ptr<JobContext> context, std::function<void()> cancel);
  JobId post(Posted posted);
  void dispatch(Posted posted);
  void dispatchWaiting();

  std::map<JobId, Job> jobs_;
  std::vector<Posted> waiting_;
  int first_ = 0, after_ = 0;  // given to the pool and not yet back
  QThreadPool pool_;
  JobId next_ = 1;
};

}  // namespace ng::views
