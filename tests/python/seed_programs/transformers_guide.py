# SPDX-License-Identifier: Apache-2.0
import ngraph.transformers as ngt
available_transformers = ngt.transformer_choices()
if 'gpu' in available_transformers:
    factory = ngt.make_transformer_factory('gpu')
    ngt.set_transformer_factory(factory)

transformer = ngt.make_transformer()

import ngraph as ng

a = ng.constant(4)
b = ng.placeholder(())
c = ng.placeholder(())
d = ng.multiply(a, b)
e = ng.add(d, c)

example_comp = transformer.computation(e, b, c)
example_comp2 = transformer.computation([d, e], b, c)
transformer.initialize()

result_e = example_comp(2, 7)
print(result_e)

result_d, result_e = example_comp2(2, 7)
print(result_d, result_e)

from ngraph.util.utils import executor
example_comp = executor(e, b, c)
result_e = example_comp(2, 7)
print(result_e)
