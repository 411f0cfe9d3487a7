import { test } from 'vitest';
import { stringify } from 'yaml';
import { checkSoundness, link } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/index.ts';
import { simulate } from '../../src/runtime/index.ts';
import { comparePrediction } from '../../src/testing/graphs/compare-prediction.ts';
import { interpretDocument } from '../../src/testing/graphs/interpreter.ts';
import { randomDocument } from '../../src/testing/graphs/random-document.ts';
import { createRandom } from '../../src/testing/index.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_260_820);
const count = Number(process.env['SIGNALBOX_NETS'] ?? 300);
const only = process.env['SIGNALBOX_NET'];

test('probe', () => {
  const tally: Record<string, number> = {};
  const first: Record<string, string> = {};
  const add = (key: string, text: string) => {
    tally[key] = (tally[key] ?? 0) + 1;
    first[key] ??= text;
  };
  const t0 = Date.now();
  for (const number of only === undefined ? [...Array(count).keys()] : [Number(only)]) {
    const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) + number);
    const { document, root, params, encounters } = randomDocument(random);
    const text = stringify(document, { aliasDuplicateObjects: false });
    const show = `#${number}\n${text}\nparams ${JSON.stringify(params)}\n${JSON.stringify(encounters)}`;
    const reading = graphLanguage.read({ path: 'x.yaml', text }, { operations: null });
    for (const v of reading.violations)
      add(`violation ${v.rule} ${v.message.replace(/“[^”]*”/g, '“”').slice(0, 60)}`, `${v.line} ${v.path} ${v.message}\n${show}`);
    for (const v of reading.warnings) add(`warning ${v.rule}`, `#${number} ${v.line} ${v.path} ${v.message}`);
    if (reading.violations.length > 0) continue;
    const program = reading.workflows.find(({ name }) => name === root)?.program;
    if (program == null) {
      add('no program', show);
      continue;
    }
    for (const f of checkSoundness(program).findings) add(`finding ${f.severity} ${f.rule}`, JSON.stringify(f).slice(0, 600) + show);
    if (link(program, { evaluators: graphLanguage.evaluators }).kind !== 'machine') add('link', show);
    const names = new Set(program.nets.flatMap((n) => n.tasks.flatMap((t) => [t.id, t.work.kind === 'call' ? t.work.operation : '', t.undo?.operation ?? ''])));
    const keep = <T,>(o: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(o).filter(([k]) => names.has(k)));
    const shown = new Set(reading.workflows.flatMap((w) => w.tasks.map((t) => `${t.net} ${t.task}`)));
    const s = simulate(
      { program, evaluators: graphLanguage.evaluators, samples: [] },
      { params, script: { calls: keep(encounters.calls), answers: keep(encounters.answers), start: 0 }, shows: (n, t) => shown.has(`${n} ${t}`) },
    );
    if (s.kind === 'problems') {
      add(`problems ${s.problems[0]?.code}`, JSON.stringify(s.problems) + show);
      continue;
    }
    add(`status ${s.status} ${s.failure?.code ?? ''}`, show);
    let p: ReturnType<typeof interpretDocument>;
    try {
      p = interpretDocument(document, root, params, encounters);
    } catch (error) {
      add(`interpreter ${String(error).replace(/[0-9]+/g, '').slice(0, 60)}`, `${(error as Error).stack}\n${show}`);
      continue;
    }
    const d = comparePrediction(p, { ...s, start: 0 });
    if (d !== null) add(`diff ${d.split('\n').map((l) => l.split(':')[0]).join(' ').slice(0,60)}`, `${d}\nfailure ${JSON.stringify(s.failure)}\n${show}`);
    else add('same', '');
  }
  console.log(Date.now() - t0, 'ms', JSON.stringify(tally, null, 1));
  const want = process.env['SHOW'];
  for (const [k, v] of Object.entries(first)) if (want !== undefined && k.includes(want)) console.log(k, v);
});
