import { expect, test } from 'vitest';
import { calledOperations, fails, graph, play, read, returns } from './play-graph.ts';

test('[G5] a sub-workflow sees only its parameters, and returns its result', () => {
  const text = `
workflows:
  outer:
    params: { who: str }
    graph:
      greet: { workflow: inner, args: { name: $who }, output: said }
      after: { call: after, depends_on: [greet], args: { said: $said } }
  inner:
    params:
      name: { type: str, required: true }
      mark: { type: str, default: "!" }
      title: { type: str }
    graph:
      say: { call: say, args: { text: "Hello \${title} $name$mark" } }
`;
  const run = play(text, { workflow: 'outer', params: { who: 'Ada' }, calls: { say: returns('done') } });
  expect(run.calls.map(({ input }) => input)).toEqual([{ text: 'Hello null Ada!' }, { said: 'done' }]);
});

test('[G5] a failed sub-workflow is retried as a whole, and undone before each attempt', () => {
  const text = `
workflows:
  outer:
    graph:
      part: { workflow: inner, on_error: { retry: 1, delay: 2 seconds } }
  inner:
    graph:
      book: { call: book, undo: { call: cancel, args: { id: $book.id } } }
      pay: { call: pay, depends_on: [book] }
`;
  const run = play(text, {
    workflow: 'outer',
    calls: { book: [returns({ id: 1 }), returns({ id: 2 })], pay: [fails(), returns('ok')] },
  });
  expect(calledOperations(run)).toEqual(['book', 'pay', 'cancel', 'book', 'pay']);
  expect(run.calls[2]?.input).toEqual({ id: 1 });
  expect([run.status, run.spent]).toEqual(['completed', 2000]);
});

test('[G6] a question waits, shows its message with values, and returns the answer', () => {
  const text = graph(`
search: { call: search, output: options }
ask:
  type: yield
  depends_on: [search]
  message: "Found $options.length flights. Which?"
  expects: { id: str, seats: { type: int, required: false } }
book: { call: book, depends_on: [ask], args: { id: $ask.id, seats: "\${default(ask.seats, 1)}" } }`);
  const run = play(text, {
    calls: { search: returns([1, 2, 3]) },
    answers: { ask: [{ kind: 'answers', value: { id: 'F2' }, after: 86_400_000 }] },
  });
  expect(run.asked[0]).toMatchObject({
    task: 'ask',
    input: { message: 'Found 3 flights. Which?' },
    item: {
      kind: 'question',
      expects: [
        { name: 'id', type: 'str', required: true },
        { name: 'seats', required: false },
      ],
    },
  });
  expect(run.calls.at(-1)?.input).toEqual({ id: 'F2', seats: 1 });
  expect(run.spent).toBe(86_400_000);
});

test('[G6][G7] a question without an answer in time continues with its fallback', () => {
  const text = graph(`
ask: { type: yield, message: Which?, expects: { id: str }, timeout: 2 days, on_error: { fallback: give_up } }
book: { call: book, depends_on: [ask], args: { id: $ask.id } }
give_up: { call: notify }`);
  const run = play(text, { answers: { ask: [{ kind: 'never' }] } });
  expect(calledOperations(run)).toEqual(['notify']);
  expect([run.status, run.spent]).toEqual(['completed', 2 * 86_400_000]);
});

test('[G6] wait accepts milliseconds, a duration, or a date', () => {
  const waits = (until: string) =>
    play(
      graph(
        `pause: { wait: ${until} }`,
        'params: { day: { type: str, format: date, default: "2026-01-02" } }',
      ),
    ).spent;
  expect(waits('1500')).toBe(1500);
  expect(waits('90 minutes')).toBe(5_400_000);
  expect(waits('$day')).toBe(86_400_000);
  expect(waits('$day + 1 day')).toBe(2 * 86_400_000);
});

test('[G6] an error node fails the run with its message', () => {
  const run = play(
    graph(`
look: { call: look, output: found }
decide: { type: branch, depends_on: [look], on: [{ when: $found.n > 0, goto: ok }, { default: none }] }
ok: { call: ok }
none: { type: error, message: "Nothing among $found.n things" }`),
    { calls: { look: returns({ n: 0 }) } },
  );
  expect([run.status, run.failure?.code, run.failure?.message]).toEqual([
    'failed',
    'error',
    'Nothing among 0 things',
  ]);
});

const flaky = (onError: string) =>
  graph(`
try_it: { call: try_it, on_error: { ${onError} } }
rescue: { call: rescue }
after: { call: after, depends_on: [try_it] }`);

test.each([
  ['retry: 3, delay: 100', 300],
  ['retry: 3, delay: 100, backoff: linear', 600],
  ['retry: 3, delay: 100, backoff: exponential', 700],
  ['retry: 3, delay: 1 minute', 180_000],
])('[G7] on_error { %s } waits %i ms over three retries', (onError, spent) => {
  const run = play(flaky(`${onError}, fallback: rescue`), { calls: { try_it: fails() } });
  expect(calledOperations(run)).toEqual(['try_it', 'try_it', 'try_it', 'try_it', 'rescue']);
  expect([run.status, run.spent]).toEqual(['completed', spent]);
});

test('[G7] a successful retry continues normally', () => {
  const run = play(flaky('retry: 2, fallback: rescue'), { calls: { try_it: [fails(), returns(1)] } });
  expect(calledOperations(run)).toEqual(['try_it', 'try_it', 'after']);
});

test('[G7] a fallback may be an error node, or a compensate node that ends in the failure', () => {
  const error = graph(`
book: { call: book, on_error: { fallback: sorry } }
sorry: { type: error, message: Booking failed after retries }`);
  expect(play(error, { calls: { book: fails() } }).failure?.message).toBe('Booking failed after retries');
  const undo = graph(`
hold: { call: hold, output: held }
book: { call: book, depends_on: [hold], on_error: { fallback: release } }
release: { type: compensate, steps: [{ call: release, args: { id: $held.id } }] }`);
  const run = play(undo, { calls: { hold: returns({ id: 5 }), book: fails('full') } });
  expect(calledOperations(run)).toEqual(['hold', 'book', 'release']);
  expect(run.failure?.code).toBe('full');
});

test('[G7] a node reached by a fallback is skipped if its references are unset', () => {
  const run = play(
    graph(`
book: { call: book, output: booking, on_error: { fallback: cancel } }
cancel: { call: cancel, args: { id: $booking.id } }`),
    { calls: { book: fails() } },
  );
  expect([calledOperations(run), run.status]).toEqual([['book'], 'completed']);
});

test('[G7] a timeout applies per attempt, and may be retried', () => {
  const run = play(
    graph('slow: { call: slow, timeout: 5 seconds, on_error: { retry: 1, delay: 1 second } }'),
    {
      calls: { slow: [{ kind: 'hangs' }, returns('ok', 1000)] },
    },
  );
  expect([run.status, run.spent]).toEqual(['completed', 7000]);
});

test('[G7] undo calls can read the output of the node by its output name, by its name, or as $output', () => {
  const ways = ['$b.id', '$book.id', '$output.id'].map((reference) =>
    play(
      graph(`
book: { call: book, output: b, undo: { call: cancel, args: { id: ${reference} } } }
pay: { call: pay, depends_on: [book] }`),
      { calls: { book: returns({ id: 3 }), pay: fails() } },
    ),
  );
  expect(ways.map((run) => run.calls.at(-1)?.input)).toEqual([{ id: 3 }, { id: 3 }, { id: 3 }]);
});

test.each([
  ['retry', 'completed'],
  ['fail', 'failed'],
  ['ask', 'waiting'],
])('[G7] on_uncertain: %s leaves a call of unknown outcome %s', (choice, status) => {
  const run = play(graph(`pay: { call: pay, on_uncertain: ${choice} }`), {
    calls: { pay: [{ kind: 'doubt' }, returns('ok')] },
  });
  expect(run.status).toBe(status);
});

const results = `
one: { call: one, output: first }
two: { call: two, if: $both }`;
const both = 'params: { both: bool }';

test('[G8] the result is the output of the only last node that completed, otherwise an object by output name', () => {
  const calls = { one: returns(1), two: returns(2) };
  expect(play(graph(results, both), { params: { both: false }, calls }).output).toBe(1);
  expect(play(graph(results, both), { params: { both: true }, calls }).output).toEqual({ first: 1, two: 2 });
});

test('[G8] result: overrides it, as an expression or as a map', () => {
  const calls = { one: returns({ n: 4 }), two: returns(2) };
  const options = { params: { both: true }, calls };
  expect(play(graph(results, `${both}\nresult: $first.n * 2`), options).output).toBe(8);
  expect(
    play(graph(results, `${both}\nresult: { n: $first.n, all: [$first.n, "no. $first.n"] }`), options).output,
  ).toEqual({
    n: 4,
    all: [4, 'no. 4'],
  });
});

test('[G12] references in SQL are bound, and tables are passed with the query', () => {
  const text = graph(
    `
look: { call: look, output: rows }
best:
  depends_on: [look]
  call: sql_query
  args:
    sql: SELECT * FROM rows WHERE price < $max AND city = '$city' AND name LIKE '%$city%' -- that's all
    limit: 5`,
    "params: { max: int, city: { type: str, default: x'; DROP TABLE rows; -- } }",
  );
  const run = play(text, { params: { max: 10 }, calls: { look: returns([{ price: 3 }]) } });
  expect(run.calls.at(-1)?.input).toEqual({
    sql: "SELECT * FROM rows WHERE price < $p1 AND city = $p2 AND name LIKE '%' || $p3 || '%' -- that's all",
    parameters: { p1: 10, p2: "x'; DROP TABLE rows; --", p3: "x'; DROP TABLE rows; --" },
    tables: { rows: [{ price: 3 }] },
    limit: 5,
  });
});

test('[G12] a table that is not set on every path is an unset reference; a table that is not an output is unknown', () => {
  const text = graph(`
look: { call: look, output: rows }
best: { call: sql_query, args: { sql: SELECT * FROM rows JOIN cols ON true } }`);
  expect(read(text).violations.map(({ rule, line }) => [rule, line])).toEqual([
    ['unset-reference', 5],
    ['unknown-table', 5],
  ]);
});

test.each([
  'SELECT * FROM rows a JOIN rows b ON a.id = b.id',
  'SELECT * FROM rows a, (SELECT * FROM rows) b WHERE a.x IS NOT DISTINCT FROM b.x',
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION SELECT n + 1 FROM c) SELECT * FROM c, rows',
])('[G12] %s names one table', (sql) => {
  const text = graph(`
look: { call: look, output: rows }
best: { depends_on: [look], call: sql_query, args: { sql: ${JSON.stringify(sql)} } }`);
  const run = play(text, { calls: { look: returns([]) } });
  expect(run.calls.at(-1)?.input).toMatchObject({ sql, tables: { rows: [] } });
});

test('[L3] an error invalidates its workflow and its direct and indirect callers, and no other', () => {
  const text = `
workflows:
  a: { graph: { x: { cal: y } } }
  b: { graph: { x: { workflow: a } } }
  c: { graph: { x: { workflow: b } } }
  d: { graph: { x: { call: y } } }
  e: { graph: { x: { call: y, args: { n: 1, n: 2 } } } }
`;
  const { workflows } = read(text);
  expect(workflows.filter(({ program }) => program !== null).map(({ name }) => name)).toEqual(['d']);
});

test('[L2][G9] many missing dependencies are all reported, each with the dependency as its proposal', () => {
  const nodes = Array.from(
    { length: 60 },
    (_, at) => `n${at}: { call: f${at === 59 ? '' : `, args: { x: $n${at + 1}.id }`} }`,
  );
  const { violations } = read(graph(nodes.join('\n')));
  expect(violations).toHaveLength(59);
  expect(violations[0]?.suggestion?.text).toBe('Let “n0” depend on “n1”.');
});

test('[L2] key names of other engines are read as ours', () => {
  const text = graph(`
check: { call: check }
pay: { call: pay, needs: [check], when: $check.ok, with: { id: $check.id } }
choose: { type: branch, on: [{ when: $check.ok, goto: done }, { else: end }], after: [check] }
done: { call: done }`);
  const { violations } = read(text);
  expect(violations.map(({ rule, actual, suggestion }) => [rule, actual, suggestion?.text])).toEqual([
    ['unknown-key', 'needs', 'Did you mean “depends_on”?'],
    ['unknown-key', 'when', 'Did you mean “if”?'],
    ['unknown-key', 'with', 'Did you mean “args”?'],
    ['unknown-key', 'else', 'Did you mean “default”?'],
    ['unknown-key', 'after', 'Did you mean “depends_on”?'],
  ]);
});
