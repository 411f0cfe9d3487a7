import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { graphLanguage } from '/work/main/src/languages/graph/index.ts';
import { describeTimeline, emptyScript, simulate } from '/work/main/src/runtime/index.ts';

test('x', () => {
  const path = process.env['F'] ?? '/work/main/test/graph/seed-workflows.yaml';
  const text =
    readFileSync(path, 'utf8') +
    (process.env['F']
      ? ''
      : `
  book_hotel:
    params: { city: str, checkin: str, checkout: str, guest: str }
    graph:
      book: { call: book_hotel, args: { city: $city }, output: hotel }
`);
  const r = graphLanguage.read({ path, text }, { operations: null });
  for (const v of [...r.violations, ...r.warnings])
    console.log(
      `${v.line}:${v.column} ${v.rule} ${v.path}: ${v.message} | exp ${v.expected} | act ${v.actual} | ${JSON.stringify(v.suggestion)}`,
    );
  const shown = new Set(r.workflows.flatMap((w) => w.tasks.map((t) => t.net + ' ' + t.task)));
  for (const w of r.workflows) {
    if (w.program === null) continue;
    const params = Object.fromEntries(
      w.parameters.map((p) => [
        p.name,
        p.type.kind === 'date' ? '2026-03-01' : p.type.kind === 'int' ? 3 : 'x',
      ]),
    );
    const s = simulate(
      {
        program: w.program,
        evaluators: graphLanguage.evaluators,
        samples: r.workflows.flatMap((w) => w.samples),
      },
      { params, script: emptyScript, shows: (net, task) => shown.has(net + ' ' + task) },
    );
    if (s.kind === 'problems') {
      console.log(w.name, JSON.stringify(s));
      continue;
    }
    console.log(
      w.name,
      s.status,
      JSON.stringify(s.output),
      JSON.stringify(s.failure),
      s.took.join(' '),
      JSON.stringify(s.untaken),
    );
    console.log(JSON.stringify(s.calls.map((c) => [c.operation, c.input])));
  }
});
