#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
Run reference cases against the installed package `ngraph` and compare with the stored outputs.

    runner.py [--transformer NAME] CASEDIR [CASEDIR ...]

A line for each case that differs; last line: "<passed> of <total> pass". Exit 0 when all pass.

Value encoding inside a node's args / kwargs
  "%id"                      another node's value            "@id"     an axis from case["axes"]
  "%id.a.b"                  attribute / dict key path of a node's value
  {"axes": ["@C", "@N"]}     ng.make_axes([...])             {"axes_of": "%y"}   y.axes
  {"slice": [a, b, s]}       python slice                    {"tuple": [...]}    a tuple
  {"array": "key"}           array from inputs.npz           {"dict": {...}}     a dict
  {"new": "neon.X", "args": [...], "kwargs": {...}}          an object of the neon front end
  {"init": true}             initializer: n-th call returns inputs.npz["init/<n>"]
  {"dtype": "int32"}         numpy dtype                     {"str": "..."}      a literal string
  plain numbers / bools / null / lists stand for themselves; other strings are literal strings.

Node ops
  "<name>"       ng.<name>(*args, **kwargs)        "neon.<Name>"  constructor of the neon front end
  "call"         args[0](*args[1:], **kwargs)      "getitem"      args[0][tuple(args[1])]
  "item"         args[0][args[1]]                  "attr"         attribute path of args[0]
  "variables"    list(args[0].variables())         "value"        args[0] (names a nested value)
  "py.<op>"      a python operator on ops: neg pos abs add radd sub rsub mul rmul truediv rtruediv
                 floordiv mod pow rpow lt gt le ge setitem
  node key "inference": true   evaluates the node inside Layer.inference_mode_on()
  node key "metadata": {...}   evaluates the node inside ng.metadata(**...)
  node key "name": "..."       applies .named(name) to the result
"""
import contextlib
import io
import json
import os
import sys
import warnings

warnings.filterwarnings('ignore')
import numpy as np

with contextlib.redirect_stdout(io.StringIO()):
    import ngraph as ng
    import ngraph.transformers as ngt
    import ngraph.frontends.neon as neon


def isetitem(x, v):
    x.__setitem__(Ellipsis, v)
    return x


PYOPS = dict(
    neg=lambda x: -x, pos=lambda x: +x, abs=lambda x: abs(x),
    add=lambda x, y: x + y, radd=lambda x, y: y + x,
    sub=lambda x, y: x - y, rsub=lambda x, y: y - x,
    mul=lambda x, y: x * y, rmul=lambda x, y: y * x,
    truediv=lambda x, y: x / y, rtruediv=lambda x, y: y / x,
    floordiv=lambda x, y: x // y, mod=lambda x, y: x % y,
    pow=lambda x, y: x ** y, rpow=lambda x, y: y ** x,
    lt=lambda x, y: x < y, gt=lambda x, y: x > y, le=lambda x, y: x <= y, ge=lambda x, y: x >= y,
    setitem=isetitem,
)


class Case(object):
    def __init__(self, folder):
        self.case = json.load(open(os.path.join(folder, 'case.json')))
        self.inputs = dict(np.load(os.path.join(folder, 'inputs.npz')))
        self.expected = dict(np.load(os.path.join(folder, 'outputs.npz')))
        self.nodes = {}
        self.init_count = 0
        self.stage = 'axes'

    def initializer(self, axes):
        self.init_count += 1
        return self.inputs['init/%d' % (self.init_count - 1)].copy()

    def path(self, s):
        parts = s.split('.')
        v = self.nodes[parts[0]]
        for p in parts[1:]:
            if isinstance(v, dict):
                v = v[p]
            else:
                v = v[int(p)] if p.lstrip('-').isdigit() else getattr(v, p)
        return v

    def val(self, x):
        if isinstance(x, str):
            return self.path(x[1:]) if x[:1] == '%' else self.axes[x[1:]] if x[:1] == '@' else x
        if isinstance(x, list):
            return [self.val(i) for i in x]
        if not isinstance(x, dict):
            return x
        (kind, v) = next((k, x[k]) for k in ('new', 'axes', 'axes_of', 'slice', 'tuple', 'dict',
                                             'array', 'str', 'dtype', 'init') if k in x)
        if kind == 'axes':
            return ng.make_axes(self.val(v))
        if kind == 'axes_of':
            return self.val(v).axes
        if kind == 'slice':
            return slice(*v)
        if kind == 'tuple':
            return tuple(self.val(i) for i in v)
        if kind == 'dict':
            return {k: self.val(i) for k, i in v.items()}
        if kind == 'array':
            return self.inputs[v]
        if kind == 'str':
            return v
        if kind == 'dtype':
            return np.dtype(v)
        if kind == 'init':
            return self.initializer
        return self.construct(v, x.get('args', []), x.get('kwargs', {}))

    def construct(self, name, args, kwargs):
        return getattr(neon, name.split('.', 1)[1])(*self.val(args),
                                                    **{k: self.val(v) for k, v in kwargs.items()})

    def node(self, n):
        op, raw = n['op'], n.get('args', [])
        with contextlib.ExitStack() as st:
            if n.get('inference'):
                st.enter_context(neon.Layer.inference_mode_on())
            if n.get('metadata'):
                st.enter_context(ng.metadata(**n['metadata']))
            if op.startswith('neon.'):
                v = self.construct(op, raw, n.get('kwargs', {}))
            else:
                a, kw = self.val(raw), {k: self.val(v) for k, v in n.get('kwargs', {}).items()}
                if op == 'call':
                    v = a[0](*a[1:], **kw)
                elif op == 'getitem':
                    v = a[0][tuple(a[1])]
                elif op == 'item':
                    v = a[0][a[1]]
                elif op == 'attr':
                    v = a[0]
                    for p in a[1:]:
                        v = v[p] if isinstance(v, dict) else getattr(v, p)
                elif op == 'value':
                    v = a[0]
                elif op in ('variables', 'placeholders'):
                    v = list(getattr(a[0], op)())
                elif op.startswith('py.'):
                    v = PYOPS[op[3:]](*a)
                else:
                    v = getattr(ng, op)(*a, **kw)
            if 'name' in n:
                v.named(n['name'])
        self.nodes[n['id']] = v

    def run(self, make):
        """outputs of every call, keyed like outputs.npz"""
        c, out = self.case, {}
        self.axes = {k: ng.make_axis(length=v['length'], name=v.get('name', k))
                     for k, v in c['axes'].items()}
        for n in c['nodes']:
            self.stage = 'build:%s' % n['id']
            self.node(n)
        t, comps = make(), {}
        try:
            for d in c['computations']:
                self.stage = 'computation:%s' % d['id']
                r = d['returns']
                if r is not None:
                    r = [self.path(i) for i in r] if isinstance(r, list) else self.path(r)
                r = set(r) if d.get('set') else r
                comps[d['id']] = d, t.computation(r, *[p if p == 'all' else self.path(p)
                                                       for p in d['params']])
            for i, call in enumerate(c['calls']):
                self.stage = 'call:%d' % i
                if 'seed' in call:
                    np.random.seed(call['seed'])
                d, f = comps[call['comp']]
                kw = {}
                if 'feed_dict' in call:
                    kw['feed_dict'] = {self.path(k): self.val(v)
                                       for k, v in call['feed_dict'].items()}
                r = f(*self.val(call.get('args', [])), **kw)
                rets = d['returns']
                if rets is None:
                    continue
                if isinstance(rets, str):
                    pairs = [(rets, r)]
                elif isinstance(r, dict):
                    pairs = [(k, r[self.path(k)]) for k in rets]
                else:
                    pairs = zip(rets, r)
                out.update({'c%d/%s' % (i, k): np.array(v) for k, v in pairs if v is not None})
        finally:
            t.close()
        return out

    def verdict(self, make):
        """None when the case passes, else the reason"""
        want, got, error = self.case.get('error'), {}, None
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                got = self.run(make)
        except Exception as e:
            error = e
        finally:
            neon.Layer.inference_mode = False
        if want:
            if error is None:
                return 'must be refused at %s with %s' % (want['stage'], want['type'])
            names = [k.__name__ for k in type(error).__mro__]
            if want['type'] in names or isinstance(error, (ValueError, TypeError)):
                return None
            return 'refused with %s, not %s' % (names[0], want['type'])
        if error is not None:
            return '%s at %s: %s' % (type(error).__name__, self.stage,
                                     str(error).split('\n')[0][:160])
        if set(got) != set(self.expected):
            return 'results %s, expected %s' % (sorted(got), sorted(self.expected))
        random = self.case['group'] == 'random' or any('seed' in c for c in self.case['calls'])
        for k, e in self.expected.items():
            g = got[k]
            if g.shape != e.shape:
                return '%s has shape %s, expected %s' % (k, g.shape, e.shape)
            if not random and not np.allclose(g, e, rtol=max(self.case['rtol'], 1e-5),
                                              atol=max(self.case['atol'], 1e-6), equal_nan=True):
                largest = np.nanmax(np.abs(g.astype(float) - e.astype(float)))
                return '%s differs by %.3g' % (k, largest)
        return None


def main(argv):
    make = ngt.make_transformer
    if argv[:1] == ['--transformer']:
        make, argv = ngt.make_transformer_factory(argv[1]), argv[2:]
    passed = 0
    for folder in argv:
        why = Case(folder).verdict(make)
        passed += why is None
        if why:
            print('%s: %s' % ('/'.join(folder.rstrip('/').split('/')[-2:]), why), flush=True)
    print('%d of %d pass' % (passed, len(argv)))
    return passed != len(argv)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
