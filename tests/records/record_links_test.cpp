// SPDX-License-Identifier: Apache-2.0
// Tests links in records: every entry leads back to user ops, and every op to its kernels and
// buffers.
#include <QRegularExpression>
#include <QtTest>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile.h"
#include "engine/session/compile_options.h"
#include "tests/support/test_program.h"
#include "tests/support/training_graphs.h"

using namespace ng;

namespace {

struct Compiled {
  std::string name;
  TransformerPtr transformer;
  Computation computation;
  CompilationRecordPtr record;
  std::set<OpId> users_ops;
};

Compiled compiled(const TriedComputation& tried, const std::string& transformer) {
  Compiled made{tried.name + " on " + transformer, allocate_transformer(transformer), {}, {}, {}};
  CompileOptions options;
  options.keep_record = true;
  made.computation = made.transformer->add_computation(tried.computation, options);
  made.record = make_record(made.computation.compilation());
  for (const OpRecord& op : made.record->as_written()->ops) made.users_ops.insert(op.id);
  return made;
}

template <class Check>
void each_compilation(Check check) {
  for (const TriedComputation& tried : all_tried_computations()) {
    for (const char* transformer : {"cpu", "reference"}) check(compiled(tried, transformer));
  }
}

// The user's ops behind an op of any graph of the record.
std::set<OpId> origins(const CompilationRecord& record, OpId id) {
  for (const PassRecord& pass : record.passes) {
    for (const auto& graph : {pass.before, pass.after}) {
      if (const OpRecord* op = graph->find(id)) return {op->origins.begin(), op->origins.end()};
    }
  }
  return {};
}

bool leads_to_user(const Compiled& c, OpId id) {
  for (OpId origin : origins(*c.record, id)) {
    if (c.users_ops.count(origin)) return true;
  }
  return false;
}

QString place(const Compiled& c, const QString& what) {
  return QString::fromStdString(c.name) + ": " + what;
}

bool is_store(const QString& line) {
  static const QRegularExpression store(R"(^\s*(\*\([^=]*\)|\w+\[[^=]*\])\s*=[^=])");
  return store.match(line).hasMatch();
}

bool holds_what_a_kernel_wrote(const Compiled& c, const BufferRecord& buffer) {
  return std::any_of(buffer.values.begin(), buffer.values.end(),
                     [&](OpId op) { return c.record->kernel_of(op) != nullptr; });
}

}  // namespace

class RecordLinksTest : public QObject {
  Q_OBJECT
 private slots:
  void every_store_names_a_user_op();
  void every_surviving_op_is_reached_from_a_kernel();
  void every_op_has_origins();
  void steps_and_buffers_name_ops();
  void pass_changes_are_in_the_graphs();
  void ids_are_the_same_at_the_next_compilation();
};

void RecordLinksTest::every_store_names_a_user_op() {
  int stores = 0;
  each_compilation([&](const Compiled& c) {
    for (const KernelRecord& kernel : c.record->kernels) {
      for (const KernelText* text : {&kernel.source, &kernel.cuda}) {
        const QStringList lines = QString::fromStdString(text->text).split('\n');
        for (int i = 0; i < lines.size(); ++i) {
          if (!is_store(lines[i])) continue;
          ++stores;
          bool named = false;
          for (const LineOps& note : text->lines) {
            if (note.line != i + 1) continue;
            for (OpId op : note.ops) named |= leads_to_user(c, op);
          }
          QVERIFY2(named, qPrintable(place(c, lines[i])));
        }
      }
    }
  });
  QVERIFY2(stores > 50, "the pattern finds no stores");
}

// Sources and ops that only fix an order have no kernel; a view of an input is in the input's
// buffer.
void RecordLinksTest::every_surviving_op_is_reached_from_a_kernel() {
  each_compilation([](const Compiled& c) {
    for (const OpRecord& op : c.record->final_graph()->ops) {
      if (op.family == Family::state || op.op == "computation") continue;
      const KernelRecord* kernel = c.record->kernel_of(op.id);
      const BufferRecord* buffer = c.record->buffer_of(op.id);
      const bool view =
          buffer && (buffer->kind == BufferKind::input || holds_what_a_kernel_wrote(c, *buffer));
      QVERIFY2(kernel || view,
               qPrintable(place(c, QString::fromStdString(op.name + " has no kernel"))));
    }
  });
}

void RecordLinksTest::every_op_has_origins() {
  each_compilation([](const Compiled& c) {
    for (const PassRecord& pass : c.record->passes) {
      for (const OpRecord& op : pass.after->ops) {
        QVERIFY2(leads_to_user(c, op.id),
                 qPrintable(place(c, QString::fromStdString(pass.name + ": " + op.name))));
      }
    }
  });
}

void RecordLinksTest::steps_and_buffers_name_ops() {
  each_compilation([](const Compiled& c) {
    for (const StepRecord& step : c.record->steps) {
      QVERIFY2(!step.ops.empty(), qPrintable(place(c, QString::fromStdString(step.text))));
      QVERIFY2(c.record->kernel(step.kernel), qPrintable(place(c, step.kernel.c_str())));
      for (OpId op : step.ops) QVERIFY(leads_to_user(c, op));
    }
    for (const BufferRecord& buffer : c.record->buffers) {
      QVERIFY2(!buffer.values.empty() && !buffer.reason.empty(),
               qPrintable(place(c, QString::fromStdString(buffer.name))));
      for (OpId op : buffer.values) QVERIFY(leads_to_user(c, op));
    }
  });
}

void RecordLinksTest::pass_changes_are_in_the_graphs() {
  each_compilation([](const Compiled& c) {
    for (const PassRecord& pass : c.record->passes) {
      for (OpId op : pass.added) QVERIFY(!pass.before->find(op) && pass.after->find(op));
      for (OpId op : pass.removed) QVERIFY(pass.before->find(op) && !pass.after->find(op));
      for (OpId op : pass.modified) QVERIFY(pass.before->find(op) && pass.after->find(op));
    }
  });
}

void RecordLinksTest::ids_are_the_same_at_the_next_compilation() {
  for (const TriedComputation& tried : training_graphs()) {
    const Compiled first = compiled(tried, "cpu"), second = compiled(tried, "cpu");
    QCOMPARE(first.record->passes.size(), second.record->passes.size());
    for (std::size_t i = 0; i < first.record->passes.size(); ++i) {
      const PassRecord &a = first.record->passes[i], &b = second.record->passes[i];
      QCOMPARE(a.text_after.str(), b.text_after.str());
      QCOMPARE(a.after->ops.size(), b.after->ops.size());
      for (std::size_t k = 0; k < a.after->ops.size(); ++k) {
        QCOMPARE(a.after->ops[k].id, b.after->ops[k].id);
      }
    }
  }
}

NGRAPH_TEST(RecordLinksTest, QCoreApplication)
#include "record_links_test.moc"
