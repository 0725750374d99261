# SPDX-License-Identifier: Apache-2.0
"""Tests names of scopes and axes, uuids, metadata of classes, references, and generic functions."""
import threading
import unittest
import uuid

import numpy as np

import ngraph as ng
from ngraph.util.generics import generic_function, generic_method
from ngraph.util.names import name_scope


class Scopes(unittest.TestCase):
    def test_a_scope_reports_its_last_name(self):
        with name_scope("names_outer") as outer, name_scope("inner") as inner:
            self.assertEqual((outer.name, inner.name), ("names_outer", "inner"))
            self.assertEqual(inner, "names_outer/inner")
            self.assertTrue(ng.constant(1).name.startswith("names_outer/inner/"))

    def test_a_reused_scope_is_the_same_object(self):
        with name_scope("names_again") as first:
            pass
        with name_scope("names_again", reuse_scope=True) as second:
            pass
        with name_scope("names_again") as third:
            pass
        self.assertIs(first, second)
        self.assertIsNot(first, third)


    def test_scopes_of_ops_are_named_by_their_path(self):
        with name_scope("names_far"), name_scope("near"):
            x, y = ng.constant(1), ng.placeholder([]).named("y")
        self.assertEqual(x.scope.name, "names_far/near")
        self.assertIs(x.scope, y.scope)
        self.assertIsNone(ng.constant(1).scope)
        y.named("z")
        self.assertEqual((y.name, y.scope), ("names_far/near/z", "names_far/near"))

    def test_names_of_objects_stay_in_their_scope(self):
        with name_scope("names_objects"):
            inside = ng.ScopedNameableValue("first")
        self.assertEqual(inside.scope.name, "names_objects")
        self.assertEqual(inside.named("second").name, "names_objects/second")
        inside.name = "third"
        self.assertEqual((inside.name, inside.unscoped_name), ("names_objects/third", "third"))
        inside.scope = "names_elsewhere"
        self.assertEqual(inside.name, "names_elsewhere/third")
        outside = ng.ScopedNameableValue("names_outside")
        self.assertIsNone(outside.scope)
        self.assertEqual(outside.named("names_renamed").name, "names_renamed")
        self.assertEqual(ng.ScopedNameableValue("v", scope=inside.scope).name, "names_elsewhere/v")


class Axes(unittest.TestCase):
    def test_name_is_set(self):
        axis = ng.make_axis(2)
        axis.name = "renamed"
        self.assertEqual(axis.name, "renamed")
        self.assertEqual(axis, ng.make_axis(3, name="renamed"))


class Layer:
    metadata = {"layer_type": "doubling"}

    @ng.with_op_metadata
    def __call__(self, x):
        return x * 2


class Metadata(unittest.TestCase):
    def test_methods_carry_that_of_their_class(self):
        self.assertEqual(Layer()(ng.constant(1)).metadata["layer_type"], "doubling")

    def test_values_with_the_same_text(self):
        first = {"id": "1", "on": "true", "over": ng.make_axis(3, name="over"), "tag": (1, 2)}
        other = {"id": 1, "on": True, "over": ng.make_axis(8, name="over"), "tag": [1, 2]}
        x = ng.placeholder([])
        with ng.metadata(**first):
            a = x + 1
        with ng.metadata(**other):
            b = x + 2
            self.assertEqual(repr(b.metadata["id"]), "1")
            with ng.metadata(**first):
                inside = x + 3
        c, d = x + 4, x + 5
        c.metadata, d.metadata = other, first
        for op, values in ((a, first), (b, other), (inside, other), (c, other), (d, first)):
            self.assertEqual(repr(dict(op.metadata)), repr(values))
            self.assertIs(op.metadata["over"], values["over"])
        c.metadata["id"] = "1"
        self.assertEqual(c.metadata["id"], "1")

    def test_values_that_print_alike(self):
        class Tag:
            def __repr__(self):
                return "Tag"
        arrays = np.arange(5000), np.arange(5000)
        arrays[1][2500] = -7
        x, y = ng.constant(1), ng.constant(2)
        for values in (arrays, (Tag(), Tag())):
            x.metadata["value"], y.metadata["value"] = values
            self.assertIs(x.metadata["value"], values[0])
            self.assertIs(y.metadata["value"], values[1])

    def test_contexts_that_overlap(self):
        ng.constant(0).metadata["turn"] = "1"
        made = []
        for _ in range(50):
            with ng.metadata(turn=1):
                made.append((ng.constant(1), 1))
            with ng.metadata(turn="1"):
                made.append((ng.constant(2), "1"))
        first, second = ng.metadata(turn=1), ng.metadata(turn=1)
        entered, leave = threading.Event(), threading.Event()

        def work():
            with first:
                made.append((ng.constant(3), 1))
                entered.set()
                leave.wait()
        thread = threading.Thread(target=work)
        thread.start()
        entered.wait()
        with second:
            made.append((ng.constant(4), 1))
        leave.set()
        thread.join()
        made.append((ng.constant(5), None))
        for op, value in made:
            self.assertEqual(repr(op.metadata.get("turn")), repr(value))

    def test_any_callable_is_decorated(self):
        tagged = ng.with_op_metadata(Layer(), metadata={"part": "a"})
        self.assertEqual(dict(tagged(ng.constant(1)).metadata),
                         {"layer_type": "doubling", "part": "a"})
        self.assertEqual(tagged(ng.constant(1), metadata={"part": "b"}).metadata["part"], "b")

    def test_named_objects_of_programs(self):
        class Named(ng.NameableValue):
            metadata = {"kind": "named"}

            @ng.with_op_metadata
            def make(self):
                return ng.exp(ng.constant(1))
        self.assertEqual(Named().make().metadata["kind"], "named")


class References(unittest.TestCase):
    def test_uuid(self):
        x, y = ng.constant(1), ng.constant(1)
        self.assertIsInstance(x.uuid, uuid.UUID)
        self.assertEqual(x.uuid, x.uuid)
        self.assertNotEqual(x.uuid, y.uuid)

    def test_references_follow_attributes(self):
        x, y, z = ng.placeholder([]), ng.placeholder([]), ng.placeholder([])
        total = x + 1
        total.other, total.more = y, {"z": [z], "w": z}
        found = ng.Op.all_op_references([total])
        self.assertLessEqual({x, y, z, total}, set(found))
        self.assertEqual(len(found), len(set(found)))

    def test_one(self):
        x = ng.placeholder([])
        self.assertIs(x.one, x.one)
        self.assertEqual(float(x.one.const), 1)

    def test_kind_in_the_label(self):
        x = ng.variable([]).named("labelled")
        self.assertEqual(x.graph_label, f"{x.graph_label_type}[{x.name}]")
        self.assertEqual(ng.exp(x).graph_label_type, "ExpOp")

    def test_attributes_that_changed_graphs_are_refused(self):
        x = ng.placeholder([])
        for name in ("control_deps", "deriv_handler", "forward", "scale"):
            self.assertFalse(hasattr(x, name))
            with self.assertRaisesRegex(AttributeError, "ops are immutable"):
                setattr(x, name, x)

    def test_visit_operands_first(self):
        x = ng.placeholder([])
        y, seen = ng.exp(x), []
        ng.Op.visit_input_closure([y], seen.append)
        self.assertEqual(seen, [x, y])


class Base:
    pass


class Derived(Base):
    pass


class Generics(unittest.TestCase):
    def test_the_most_derived_type_is_used(self):
        @generic_function()
        def kind(x):
            return "other"

        @kind.on_type(Derived)
        def kind(x):
            return "derived"

        @kind.on_type(Base)
        def kind(x):
            return "base"
        self.assertEqual([kind(Derived()), kind(Base()), kind(1)], ["derived", "base", "other"])

    def test_extension(self):
        @generic_function()
        def kind(x):
            return "other"

        @kind.on_type(int)
        def kind(x):
            return "int"

        @kind.extension()
        def wider(x):
            return "wider"

        @wider.on_type(float)
        def wider(x):
            return "float"
        self.assertEqual([wider(1), wider(1.5), wider("a")], ["int", "float", "wider"])
        self.assertEqual([kind(1), kind(1.5)], ["int", "other"])

    def test_the_next_implementation_is_passed(self):
        @generic_function(next_method_arg=0)
        def names(following, x):
            return []

        @names.on_type(Base)
        def names(following, x):
            return ["base"] + following(x)

        @names.on_type(Derived)
        def names(following, x):
            return ["derived"] + following(x)
        self.assertEqual(names(Derived()), ["derived", "base"])

    def test_the_default_of_an_extension_takes_the_next_implementation(self):
        @generic_function()
        def kind(x):
            return ["other"]

        @kind.on_type(int)
        def kind(x):
            return ["int"]

        @kind.extension(next_method_arg=0)
        def wider(following, x):
            return ["wider"] + following(x)

        @wider.on_type(Base)
        def wider(following, x):
            return ["base"] + following(x)
        self.assertEqual(wider("a"), ["wider", "other"])
        self.assertEqual(wider(1), ["int"])
        self.assertEqual(wider(Derived()), ["base", "wider", "other"])

    def test_no_next_implementation(self):
        @generic_function(next_method_arg=0)
        def kind(following, x):
            return following(x) if x else "unused"
        self.assertEqual(kind(0), "unused")
        with self.assertRaisesRegex(ValueError, "no next implementation for int"):
            kind(1)

    def test_methods(self):
        class Visitor:
            @generic_method(dispatch_base_type=ng.Op)
            def visit(self, op):
                return "op"

            @visit.on_type(ng.Add)
            def visit(self, op):
                return "add"
        self.assertEqual(Visitor().visit(ng.constant(1) + 1), "add")
        self.assertEqual(Visitor().visit(ng.constant(1)), "op")


if __name__ == "__main__":
    unittest.main()
