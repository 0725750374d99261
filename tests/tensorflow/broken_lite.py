# SPDX-License-Identifier: Apache-2.0
"""Malformed TensorFlow Lite models for write_broken.py, and the FlatBuffers of which they are made.
"""

import struct


def i8(value):
    return struct.pack("<b", value)


def i32(value):
    return struct.pack("<i", value)


def u64(value):
    return struct.pack("<Q", value)


class Vector:
    """Numbers in the form of struct, such as "i", or bytes."""

    def __init__(self, form, values=()):
        self.content = bytes(values) if form == "B" else struct.pack(f"<{len(values)}{form}",
                                                                    *values)
        self.count, self.references = len(values), []


class Tables:
    """A vector of tables."""

    def __init__(self, *tables):
        self.content, self.count = bytes(4 * len(tables)), len(tables)
        self.references = [(4 * i, each) for i, each in enumerate(tables)]


class Table:
    """Fields by slot: bytes, or a vector, a table or a text that the table refers to."""

    def __init__(self, fields):
        self.fields = {slot: Vector("B", value.encode()) if isinstance(value, str) else value
                       for slot, value in fields.items()}

    def laid_out(self):
        """The list of fields, the table, and where in both the references are."""
        slots = max(self.fields, default=-1) + 1
        offsets, body, references = [0] * slots, b"\0\0\0\0", []
        for slot, value in self.fields.items():
            body += bytes(-len(body) % (len(value) if isinstance(value, bytes) else 4))
            offsets[slot] = len(body)
            if isinstance(value, bytes):
                body += value
            else:
                references.append((len(body), value))
                body += bytes(4)
        fields = struct.pack(f"<HH{slots}H", 4 + 2 * slots, len(body), *offsets)
        fields = bytes(-len(fields) % 4) + fields
        return fields, struct.pack("<i", 4 + 2 * slots) + body[4:], references


def flat(root, identifier=b"TFL3"):
    content = bytearray(bytes(4) + identifier)
    waiting = [(0, root)]
    while waiting:
        at, each = waiting.pop(0)
        if isinstance(each, Table):
            fields, body, references = each.laid_out()
            content += fields
            start = first = len(content)
            content += body
        else:
            references, start = each.references, len(content)
            first = start + 4
            content += struct.pack("<I", each.count) + each.content + bytes(-len(each.content) % 4)
        struct.pack_into("<I", content, at, start - at)
        waiting += [(first + offset, target) for offset, target in references]
    return bytes(content)


def tensor(name, shape=(1, 2), kind=0, buffer=0, more=None):
    return Table({0: Vector("i", shape), 1: i8(kind), 2: i32(buffer), 3: name, **(more or {})})


def operator(code, inputs, outputs, options=None):
    fields = {0: i32(code), 1: Vector("i", inputs), 2: Vector("i", outputs)}
    if options is not None:
        fields[4] = Table(options)
    return Table(fields)


def code(number, custom=None, newer=None):
    fields = {0: i8(min(number, 127)), 3: i32(number if newer is None else newer)}
    return Table({**fields, 1: custom} if custom else fields)


def graph(tensors, operators, inputs=(0,), outputs=(1,)):
    return Table({0: Tables(*tensors), 1: Vector("i", inputs), 2: Vector("i", outputs),
                  3: Tables(*operators), 4: "main"})


def model(graphs, codes=None, buffers=(b"",), version=3, more=None):
    made = [Table({0: Vector("B", each)} if each else {}) for each in buffers]
    return flat(Table({0: i32(version), 1: Tables(*(codes or [code(19)])), 2: Tables(*graphs),
                       4: Tables(*made), **(more or {})}))


def one(number, inputs=(0,), options=None, constants=(), shapes=((1, 2), (1, 2)), **more):
    """A model of one operator with a float input, these constants and a float output."""
    tensors = [tensor("x", shapes[0]), tensor("y", shapes[1])]
    buffers = [b""]
    for i, (shape, kind, content) in enumerate(constants):
        tensors.append(tensor(f"c{i}", shape, kind, len(buffers)))
        buffers.append(content)
    return model([graph(tensors, [operator(0, inputs, (1,), options)])],
                 [code(number)], buffers, **more)


RELU, CONV_2D, DEPTHWISE, FULLY, RESHAPE, WHILE = 19, 3, 4, 9, 22, 119
IF, LSTM, READ_VARIABLE = 118, 16, 143
ADD, LESS, CALL_ONCE, VAR_HANDLE, ASSIGN_VARIABLE = 0, 58, 129, 142, 144


def structure():
    good = one(RELU)
    yield "cut_in_the_root", good[:12]
    yield "cut_in_a_table", good[:len(good) // 2]
    yield "root_beyond_the_end", struct.pack("<I", 1 << 30) + good[4:]
    yield "root_in_the_header", struct.pack("<I", 2) + good[4:]
    yield "empty_root", flat(Table({}))
    yield "version_2", one(RELU, version=2)
    yield "no_graph", model([])
    yield "no_output", model([graph([tensor("x")], [], (0,), ())])
    yield "input_beyond_the_tensors", model([graph([tensor("x"), tensor("y")],
                                                   [operator(0, (7,), (1,))])])
    yield "negative_output", model([graph([tensor("x"), tensor("y")], [operator(0, (0,), (-1,))])])
    yield "operator_code_beyond_the_list", model([graph([tensor("x"), tensor("y")],
                                                        [operator(5, (0,), (1,))])])
    yield "buffer_beyond_the_list", model([graph([tensor("x", buffer=9), tensor("y")],
                                                 [operator(0, (0,), (1,))])])
    yield "buffer_after_the_file", flat(Table({
        0: i32(3), 1: Tables(code(19)), 2: Tables(graph([tensor("x"), tensor("y")],
                                                        [operator(0, (0,), (1,))])),
        4: Tables(Table({1: u64(1 << 40), 2: u64(64)}))}))
    yield "negative_length", model([graph([tensor("x", (1, -5)), tensor("y")],
                                          [operator(0, (0,), (1,))])])
    yield "too_many_dimensions", model([graph([tensor("x", (1,) * 40), tensor("y")],
                                              [operator(0, (0,), (1,))])])
    yield "output_that_nothing_computes", model([graph([tensor("x"), tensor("y")], [])])
    yield "operator_that_reads_its_result", model([graph([tensor("x"), tensor("y")],
                                                         [operator(0, (1,), (1,))])])
    yield "two_operators_of_one_result", model([graph(
        [tensor("x"), tensor("y")], [operator(0, (0,), (1,)), operator(0, (0,), (1,))])])
    yield "huge_input", model([graph([tensor("x", (1 << 30, 1 << 30)), tensor("y")],
                                     [operator(0, (0,), (1,))])])
    start = struct.unpack_from("<I", good)[0]
    fields = start - struct.unpack_from("<i", good, start)[0]
    yield "list_of_fields_of_odd_size", good[:fields] + b"\x07\0" + good[fields + 2:]


def operators():
    matrix = ((4, 2), 0, bytes(32))
    yield "loop", one(WHILE)
    yield "custom_operator", model([graph([tensor("x"), tensor("y")], [operator(0, (0,), (1,))])],
                                   [code(32, "TFLite_Detection_PostProcess")])
    yield "unknown_operator", one(250)
    for name, number in ("sum_with", 0), ("recurrent_layer_with", 44):
        yield name + "_state", model([graph([tensor("x"), tensor("y"),
                                             tensor("s", more={5: i8(1)})],
                                            [operator(0, (0, 2), (1,))])], [code(number)])
    yield "weights_of_another_size", one(FULLY, (0, 2), {}, [((4, 2), 0, bytes(28))])
    yield "weights_that_are_texts", one(FULLY, (0, 2), {}, [((4, 2), 5, bytes(28))])
    yield "weights_of_another_width", one(FULLY, (0, 2), {}, [((4, 3), 0, bytes(48))])
    yield "weights_that_are_no_matrix", one(FULLY, (0, 2), {}, [((4,), 0, bytes(16))])
    yield "weights_that_are_shuffled", one(FULLY, (0, 2), {1: i8(1)}, [matrix])
    yield "weights_that_are_missing", one(FULLY, (0,), {})
    yield "activation_of_no_number", one(FULLY, (0, 2), {0: i8(77)}, [matrix])
    yield "sign_activation", one(FULLY, (0, 2), {0: i8(5)}, [matrix])
    yield "reshape_without_a_shape", one(RESHAPE, (0,))
    yield "reshape_to_another_size", one(RESHAPE, (0,), {0: Vector("i", (3, 5))})
    yield "convolution_of_a_vector", one(CONV_2D, (0, 2), {}, [((1, 1, 1, 2), 0, bytes(8))])
    yield "depthwise_of_other_channels", one(
        DEPTHWISE, (0, 2), {}, [((1, 1, 1, 3), 0, bytes(12))], ((1, 4, 4, 2), (1, 4, 4, 2)))
    yield "stride_of_0", one(CONV_2D, (0, 2), {1: i32(0), 2: i32(0)},
                             [((1, 1, 1, 2), 0, bytes(8))], ((1, 4, 4, 2), (1, 4, 4, 1)))
    yield "more_options_than_fields", one(CONV_2D, (0, 2), {0: i8(9)},
                                          [((1, 1, 1, 3), 0, bytes(12))],
                                          ((1, 4, 4, 2), (1, 4, 4, 1)))


def calls():
    """Operators that run graphs, and variables."""
    codes = [code(WHILE), code(RELU), code(58)]  # the last: LESS
    loop = operator(0, (0,), (1,), {0: i32(1), 1: i32(2)})

    def xy(*operators, **more):
        return graph([tensor("x"), tensor("y")], operators, **more)

    relu = xy(operator(1, (0,), (1,)))
    test = graph([tensor("x"), tensor("y", kind=6)], [operator(2, (0, 0), (1,))])
    two = graph([tensor("x"), tensor("y")], [], (0, 1), (0, 1))
    yield "loop_in_itself", model([xy(loop), test, xy(loop)], codes)
    yield "loop_with_other_values", model([xy(loop), test, two], codes)
    yield "loop_until_a_value", model([xy(loop), test, relu], codes)
    yield "loop_of_the_main_graph", model(
        [xy(operator(0, (0,), (1,), {0: i32(0), 1: i32(0)})), test, relu], codes)
    yield "loop_of_an_absent_value", model(
        [xy(operator(0, (-1,), (1,), {0: i32(1), 1: i32(2)})), test, relu], codes)
    yield "branch_without_a_condition", one(IF, (), {0: i32(1), 1: i32(1)})
    yield "branch_of_no_graph", one(IF, (0, 0), {0: i32(7), 1: i32(-7)})
    yield "read_of_no_variable", one(READ_VARIABLE)
    yield "lstm_without_an_input_gate", one(LSTM, (0,))
    yield from variables()
    # The counter of the loop stops at 1, so that the number of the iteration is another.
    for name, shape, options in (("clipped_counter", (), {0: i8(2)}), ("wider_step", (1,), {})):
        body = graph([tensor("x", (), 2), tensor("y", shape, 2), tensor("one", shape, 2, 1)],
                     [operator(1, (0, 2), (1,), options)])
        test = graph([tensor("x", (), 2), tensor("y", (), 6), tensor("end", (), 2, 2)],
                     [operator(2, (0, 2), (1,))])
        yield "loop_with_a_" + name, model(
            [graph([tensor("x", (), 2), tensor("y", shape, 2), tensor("c", (), 2, 3)],
                   [operator(0, (2,), (1,), {0: i32(1), 1: i32(2)})]), test, body],
            [code(WHILE), code(ADD), code(LESS)], (b"", i32(1), i32(5), i32(0)))
    chain = [operator(0, (0, 0, i + 1), (i + 2,), {0: i32(1), 1: i32(1)}) for i in range(3)]
    bomb = [graph([tensor("c", (), 6)] + [tensor(f"t{i}") for i in range(4)],
                  [Table({**each.fields, 4: Table({0: i32(k), 1: i32(k)})}) for each in chain],
                  (0, 1), (4,)) for k in range(1, 12)]
    last = graph([tensor("c", (), 6), tensor("x"), tensor("y")], [operator(1, (1,), (2,))],
                 (0, 1), (2,))
    yield "branches_that_multiply", model([*bomb, last], [code(IF), code(RELU)])


def variables():
    """Each model reads a variable after an operator that may have changed it."""
    codes = [code(IF), code(RELU), code(VAR_HANDLE), code(READ_VARIABLE), code(ASSIGN_VARIABLE),
             code(CALL_ONCE), code(32, "Custom")]
    name = {0: "", 1: "v"}
    handle = tensor("h", (), 13)

    def start(buffer):
        return graph([handle, tensor("k", buffer=buffer)],
                     [operator(2, (), (0,), name), operator(4, (0, 1), ())], (), ())

    def main(*between):
        tensors = [tensor("x"), tensor("y"), handle, tensor("c", (), 6), tensor("z")]
        return graph(tensors, [operator(5, (), (), {0: i32(1)}), operator(2, (), (2,), name),
                               *between, operator(3, (2,), (1,))], (0, 3))

    def branch(*operators):
        return graph([handle, tensor("x"), tensor("y"), tensor("c", (), 6), tensor("z")],
                     [operator(1, (1,), (2,)), *operators], (0, 1, 3), (2,))

    def run(graph_number):
        return operator(0, (3, 2, 0, 3), (4,), {0: i32(graph_number), 1: i32(graph_number)})

    inner = operator(0, (3, 0, 1, 3), (4,), {0: i32(3), 1: i32(3)})
    buffers = (b"", bytes(8), bytes(8))
    changing = branch(operator(4, (0, 1), ()))
    yield "branch_that_changes_a_variable", model([main(run(2)), start(1), changing], codes,
                                                  buffers)
    yield "branch_with_one_that_changes_a_variable", model(
        [main(run(2)), start(1), branch(inner), changing], codes, buffers)
    yield "custom_operator_on_a_variable", model([main(operator(6, (2,), (4,))), start(1)], codes,
                                                 buffers)
    yield "branch_with_a_custom_operator_on_a_variable", model(
        [main(run(2)), start(1), branch(operator(6, (0,), (4,)))], codes, buffers)
    yield "variable_with_two_first_values", model(
        [main(operator(5, (), (), {0: i32(2)})), start(1), start(2)], codes, buffers)


def files():
    for family in (structure, operators, calls):
        for name, content in family():
            yield "lite_" + name, content
