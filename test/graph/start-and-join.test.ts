import { expect, test } from 'vitest';
import { calledOperations, fails, graph, play, read, returns } from './play-graph.ts';

const took = (nodes: string, options = {}) => [...play(graph(nodes), options).took].sort();

test('[G1] nodes without dependencies start at once, others when their dependencies have completed', () => {
  const run = play(
    graph(`
a: { call: a }
b: { call: b }
c: { call: c, depends_on: [a, b] }`),
    { calls: { a: returns(1, 5000), b: returns(2, 100) } },
  );
  expect(run.calls.map(({ operation, at }) => [operation, at - (run.calls[0]?.at ?? 0)])).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 5000],
  ]);
});

const alternatives = (join: string) => `
decide:
  type: branch
  on: [{ when: 1 == 1, goto: left }, { default: right }]
left: { call: left }
right: { call: right }
after: { call: after, depends_on: [left, right]${join} }`;

test('[G1] a skipped dependency counts as settled', () => {
  expect(took(alternatives(''))).toEqual(['after', 'decide', 'left']);
});

test('[G1] join: all skips a node if one of its dependencies was skipped, and can read the outputs of all of them', () => {
  const nodes = `
one: { call: one }
two: { call: two, if: $one.more }
after: { call: after, depends_on: [one, two], join: all, args: { two: $two.id } }`;
  const withDependency = nodes.replace('if: $one.more', 'if: $one.more, depends_on: [one]');
  expect(took(withDependency, { calls: { one: returns({ more: false }) } })).toEqual(['one']);
  expect(took(withDependency, { calls: { one: returns({ more: true }) } })).toEqual(['after', 'one', 'two']);
});

test('[G9] join: all of mutually exclusive nodes can never run', () => {
  expect(read(graph(alternatives(', join: all'))).violations.map(({ rule, line }) => [rule, line])).toEqual([
    ['unreachable-node', 9],
  ]);
});

test('[G1] a route into a node with dependencies provides the values set on it', () => {
  const text = graph(`
slow: { call: slow }
check: { call: check, output: verdict }
decide: { type: branch, depends_on: [check], on: [{ when: $verdict.bad, goto: repair }, { default: end }] }
repair: { call: repair, depends_on: [slow], args: { why: $verdict.why, what: $slow.id } }`);
  const calls = { slow: returns({ id: 1 }, 50), check: returns({ bad: true, why: 'rust' }) };
  expect(play(text, { calls }).calls.at(-1)?.input).toEqual({ why: 'rust', what: 1 });
});

test('[G1] join: all runs if all optional dependencies completed', () => {
  const nodes = `
one: { call: one, if: 1 < 2 }
two: { call: two, if: 2 < 3 }
after: { call: after, depends_on: [one, two], join: all }`;
  expect(took(nodes)).toEqual(['after', 'one', 'two']);
});

test('[G1] join: any starts with the first and runs once', () => {
  const run = play(
    graph(`
slow: { call: slow }
quick: { call: quick }
after: { call: after, depends_on: [slow, quick], join: any }
last: { call: last, depends_on: [after] }`),
    { calls: { slow: returns(1, 60_000), quick: returns(2, 10) } },
  );
  expect(calledOperations(run)).toEqual(['slow', 'quick', 'after', 'last']);
  expect(run.calls[2]?.at).toBe((run.calls[0]?.at ?? 0) + 10);
  expect(run.spent).toBe(60_000);
});

test('[G1] join: any runs once in every pass of a loop', () => {
  const run = play(
    graph(`
begin: { call: begin }
slow: { call: slow, depends_on: [begin] }
quick: { call: quick, depends_on: [begin] }
first: { call: first, depends_on: [slow, quick], join: any }
both: { call: both, depends_on: [slow, quick, first], output: state }
again:
  type: branch
  depends_on: [both]
  on: [{ when: $state.more, goto: begin }, { default: end }]`),
    { calls: { slow: returns(1, 50), both: [returns({ more: true }), returns({ more: false })] } },
  );
  expect(calledOperations(run).filter((name) => name === 'first')).toHaveLength(2);
  expect(run.status).toBe('completed');
});

test('[G1] a node none of whose dependencies completed is skipped, and so are its successors', () => {
  const nodes = `
a: { call: a }
b: { call: b, depends_on: [a], if: false }
c: { call: c, depends_on: [b] }
d: { call: d, depends_on: [a, c] }`;
  expect(took(nodes)).toEqual(['a', 'd']);
});

test('[G1] if can read earlier outputs', () => {
  const nodes = `
count: { call: count, output: stock }
order: { call: order, depends_on: [count], if: $stock.left < 5 }`;
  expect(took(nodes, { calls: { count: returns({ left: 4 }) } })).toEqual(['count', 'order']);
  expect(took(nodes, { calls: { count: returns({ left: 5 }) } })).toEqual(['count']);
});

test('[G1] a node with dependencies and a route to it runs on the route, once the dependencies have settled', () => {
  const nodes = `
slow: { call: slow }
check: { call: check, output: verdict }
decide:
  type: branch
  depends_on: [check]
  on: [{ when: $verdict.bad, goto: repair }, { default: end }]
repair: { call: repair, depends_on: [slow] }`;
  const bad = play(graph(nodes), { calls: { slow: returns(1, 900), check: returns({ bad: true }) } });
  expect(calledOperations(bad)).toEqual(['slow', 'check', 'repair']);
  expect(bad.calls[2]?.at).toBe((bad.calls[0]?.at ?? 0) + 900);
  const good = play(graph(nodes), { calls: { check: returns({ bad: false }) } });
  expect(calledOperations(good)).toEqual(['slow', 'check']);
  expect(good.status).toBe('completed');
});

test('[G1] a node with a loop to itself is a root; a node that only a loop leads to is not', () => {
  const nodes = `
poll: { call: poll, output: job }
wait_a_bit: { wait: 2 seconds }
decide:
  type: branch
  depends_on: [poll]
  on:
    - when: $job.done
      goto: end
    - default: wait_a_bit
back:
  type: branch
  depends_on: [wait_a_bit]
  on: [{ default: poll }]`;
  const run = play(graph(nodes), {
    calls: { poll: [returns({ done: false }), returns({ done: false }), returns({ done: true })] },
  });
  expect(calledOperations(run)).toEqual(['poll', 'poll', 'poll']);
  expect(run.spent).toBe(4000);
});

test('[G1] a loop without an entry starts at its first node without depends_on; a warning reports it if that is not the first', () => {
  const ping = `ping: { type: branch, on: [{ when: $n == 1, goto: pong }, { default: end }] }`;
  const pong = `pong: { type: branch, on: [{ when: $n == 2, goto: again }, { default: end }] }`;
  const again = `again: { type: branch, depends_on: [pong], on: [{ when: $n == 3, goto: ping }, { default: end }] }`;
  const inOrder = (...nodes: string[]) => graph(nodes.join('\n'), 'params: { n: int }');
  expect(read(inOrder(ping, pong, again)).warnings).toEqual([]);
  expect(play(inOrder(ping, pong, again), { params: { n: 4 } }).took).toEqual(['ping']);
  const other = inOrder(again, pong, ping);
  expect(read(other).warnings.map(({ rule, line }) => [rule, line])).toEqual([['starts-in-file-order', 6]]);
  expect(play(other, { params: { n: 4 } }).took).toEqual(['pong']);
});

test('[G1] an unhandled failure fails the run, and parallel work is stopped', () => {
  const run = play(
    graph(`
a: { call: a }
b: { call: b }
c: { call: c, depends_on: [a] }`),
    { calls: { a: returns(1, 1000), b: fails('broken', 10) } },
  );
  expect(run.status).toBe('failed');
  expect(run.failure?.code).toBe('broken');
  expect(calledOperations(run)).toEqual(['a', 'b']);
});
