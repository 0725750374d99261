// SPDX-License-Identifier: Apache-2.0
// Builds a sample's computation ahead of time, compiles its example program with the system's
// compiler, and runs it next to the cpu transformer on equal inputs.
#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "engine/deploy/deployment.h"
#include "engine/documents/document.h"
#include "engine/session/transformer.h"
#include "tests/support/checkout.h"

namespace ng {

struct Printed {
  int code = -1;
  QByteArray text;
  std::vector<double> values;  // of all results
  QString errors;
};

class BuiltProgram {
 public:
  BuiltProgram(const std::string& sample, const std::string& computation, DeployOptions options)
      : BuiltProgram(load_document(testing::source_file("sample_graphs/") + sample + ".ngraph")
                         .computation(computation),
                     options) {}
  BuiltProgram(const Op& computation, DeployOptions options)
      : node_(computation), options_(options) {
    built_ = deploy(node_, path("program"), options_);
    transformer_ = allocate_transformer("cpu");
    reference_ = transformer_->add_computation(node_, options_.compile);
    make_inputs();
  }

  std::string path(const std::string& name) const {
    return folder_.filePath(QString::fromStdString(name)).toStdString();
  }
  QString in_program(const QString& name) const { return folder_.filePath("program/" + name); }
  const Deployment& built() const { return built_; }
  Transformer& transformer() { return *transformer_; }

  // Runs a compiler or the program; empty if it succeeds, else its output.
  static QString ran(const QStringList& words, QByteArray* out = nullptr,
                     QString* errors = nullptr) {
    QProcess process;
    process.start(words.first(), words.mid(1));
    if (!process.waitForFinished(120'000)) return words.first() + " did not end";
    if (out) *out = process.readAllStandardOutput();
    const QString text = QString::fromUtf8(process.readAllStandardError());
    if (errors) *errors = text;
    const bool fine = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return fine ? QString() : words.join(' ') + "\n" + text;
  }

  QString compile_example(const QStringList& compiler = {"cc"}) {
    const QString name = QString::fromStdString(built_.name);
    return ran(compiler + QStringList{"-std=c11", "-O1", "-Wall", "-Wextra", "-Werror",
                                      in_program("main.c"), in_program("lib" + name + ".a"), "-lm",
                                      "-pthread", "-o", in_program("run")});
  }

  // `emulator` runs programs for another processor.
  Printed run_example(const QStringList& more = {}, const QStringList& emulator = {}) const {
    QStringList words = emulator + QStringList{in_program("run")};
    for (const QString& input : inputs_) words << input;
    const QString weights = in_program(QString::fromStdString(built_.name) + ".safetensors");
    if (QFile::exists(weights) && !more.contains("--weights")) words << "--weights" << weights;
    return printed_by(words + more);
  }
  // Without its inputs and the file of its weights.
  Printed run_alone(const QStringList& arguments) const {
    return printed_by(QStringList{in_program("run")} + arguments);
  }

  // The results of the last of `calls` calls on the cpu transformer.
  std::vector<double> expected(int calls) {
    std::vector<double> values;
    Results results;
    for (int i = 0; i < calls; ++i) results = reference_.call(arguments_);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!results.has_value(i)) continue;
      for (const double value : results[i].values()) values.push_back(value);
    }
    return values;
  }

 private:
  static Printed printed_by(const QStringList& words) {
    Printed printed;
    const QString failed = ran(words, &printed.text, &printed.errors);
    printed.code = failed.isEmpty() ? 0 : 1;
    for (const QByteArray& line : printed.text.split('\n')) {
      bool number = false;
      const double value = line.toDouble(&number);
      if (number) printed.values.push_back(static_cast<float>(value));
    }
    return printed;
  }

  // Small positive numbers, which are classes too.
  void make_inputs() {
    for (const Op& parameter : reference_.parameters()) {
      Shape shape;
      for (const Axis& axis : parameter.axes()) shape.push_back(axis.length());
      Tensor tensor(parameter.dtype(), shape);
      for (std::int64_t i = 0; i < tensor.size(); ++i) {
        const auto step = static_cast<double>((i * 7 + 3) % 11);
        const double fraction = tensor.size() > 1000 ? step / 11 : step / 20;
        const bool half = tensor.dtype == DType::f16 || tensor.dtype == DType::bf16;
        const auto whole = static_cast<double>(i % 3);
        tensor.set(i, half ? whole + fraction : is_float(tensor.dtype) ? fraction : whole);
      }
      const QString name = QString::fromStdString(parameter.name());
      QFile file(folder_.filePath(QString::number(arguments_.size()) + ".raw"));
      if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write an input");
      file.write(reinterpret_cast<const char*>(tensor.bytes.data()),
                 static_cast<qint64>(tensor.bytes.size()));
      inputs_ << name + "=" + file.fileName();
      arguments_.push_back(std::move(tensor));
    }
  }

  QTemporaryDir folder_;
  Op node_;
  DeployOptions options_;
  Deployment built_;
  TransformerPtr transformer_;
  Computation reference_;
  QStringList inputs_;
  std::vector<Tensor> arguments_;
};

}  // namespace ng
