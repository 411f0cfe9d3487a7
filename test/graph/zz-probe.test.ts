import { test } from 'vitest';
import { stringify } from 'yaml';
import { checkSoundness, link } from '/work/main/src/kernel/index.ts';
import { graphLanguage } from '/work/main/src/languages/index.ts';
import { simulate } from '/work/main/src/runtime/index.ts';
import { comparePrediction } from '/work/main/src/testing/graphs/compare-prediction.ts';
import { interpretDocument } from '/work/main/src/testing/graphs/interpreter.ts';
import { randomDocument } from '/work/main/src/testing/graphs/random-document.ts';
import { createRandom } from '/work/main/src/testing/index.ts';
import { shrinkDocument } from '/work/main/src/testing/graphs/shrink-document.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_260_820);
const count = Number(process.env['SIGNALBOX_NETS'] ?? 300);
const only = process.env['SIGNALBOX_NET'];

const spent: Record<string, number> = {};
function timed<T>(k: string, f: () => T): T { const t = performance.now(); try { return f(); } finally { spent[k] = (spent[k] ?? 0) + performance.now() - t; } }

function judge(doc: ReturnType<typeof randomDocument>): [string, string][] {
  const { document, root, params, encounters } = doc;
  const out: [string, string][] = [];
  const text = stringify(document, { aliasDuplicateObjects: false });
  const reading = timed('read', () => graphLanguage.read({ path: 'x.yaml', text }, { operations: null }));
  for (const v of reading.violations) out.push([`violation ${v.rule} ${v.message.replace(/“[^”]*”/g, '“”').slice(0, 60)}`, `${v.line} ${v.path} ${v.message}`]);
  for (const v of reading.warnings) out.push([`warning ${v.rule}`, `${v.line} ${v.path} ${v.message}`]);
  if (reading.violations.length > 0) return out;
  const program = reading.workflows.find(({ name }) => name === root)?.program;
  if (program == null) return [...out, ['no program', '']];
  for (const f of timed('sound', () => checkSoundness(program)).findings) out.push([`finding ${f.severity} ${f.rule}`, JSON.stringify(f).slice(0, 600)]);
  if (link(program, { evaluators: graphLanguage.evaluators }).kind !== 'machine') out.push(['link', '']);
  const names = new Set(program.nets.flatMap((n) => n.tasks.flatMap((t) => [t.id, t.work.kind === 'call' ? t.work.operation : '', t.undo?.operation ?? ''])));
  const keep = <T,>(o: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(o).filter(([k]) => names.has(k)));
  const shown = new Set(reading.workflows.flatMap((w) => w.tasks.map((t) => `${t.net} ${t.task}`)));
  const s = timed('sim', () => simulate(
    { program, evaluators: graphLanguage.evaluators, samples: [] },
    { params, script: { calls: keep(encounters.calls), answers: keep(encounters.answers), start: 0 }, shows: (n, t) => shown.has(`${n} ${t}`) },
  ));
  if (s.kind === 'problems') return [...out, [`problems ${s.problems[0]?.code}`, JSON.stringify(s.problems)]];
  out.push([`status ${s.status} ${s.failure?.code ?? ''}`, JSON.stringify(s.failure)]);
  let p: ReturnType<typeof interpretDocument>;
  try {
    p = timed('interpret', () => interpretDocument(document, root, params, encounters));
  } catch (error) {
    return [...out, [`interpreter ${String(error).replace(/[0-9]+/g, '').slice(0, 60)}`, `${(error as Error).stack}`]];
  }
  const d = comparePrediction(p, { ...s, start: 0 });
  if (d !== null) out.push([`diff ${d.split('\n')[0]?.split(':')[0]}`, `${d}\nfailure ${JSON.stringify(s.failure)}\ntook ${s.took}`]);
  else out.push(['same', '']);
  return out;
}

test('probe', {timeout: 600000}, () => {
  const tally: Record<string, number> = {};
  const found: [string, number, string][] = [];
  const want = process.env['SHOW'];
  for (const number of only === undefined ? [...Array(count).keys()] : [Number(only)]) {
    const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) + number);
    const doc = randomDocument(random);
    for (const [key, text] of judge(doc)) {
      tally[key] = (tally[key] ?? 0) + 1;
      if (want !== undefined && key.includes(want)) found.push([key, number, text]);
    }
  }
  console.log(JSON.stringify(spent), JSON.stringify(tally, null, 1));
  const most = Number(process.env['MOST'] ?? 1);
  for (const [key, number, text] of found.slice(Number(process.env['SKIP'] ?? 0)).slice(0, most)) {
    const doc = randomDocument(createRandom(Math.imul(seed + 1, 0x9e3779b1) + number));
    const small = process.env["RAW"] ? doc.document : shrinkDocument(doc.document, (document) => {
      try { const all = judge({ ...doc, document }); return all.some(([k]) => k === key) && all.every(([k]) => k === key || (!k.startsWith('violation') && !k.startsWith('interpreter') && !k.includes('without-default') && !k.includes('once-per-pass'))); } catch { return false; }
    }, Number(process.env['TRIES'] ?? 300));
    const again = judge({ ...doc, document: small });
    const t = stringify(small, { aliasDuplicateObjects: false });
    const enc = Object.entries({...doc.encounters.calls, ...doc.encounters.answers}).filter(([k]) => t.includes(k)).map(([k, v]) => `${k}: ${JSON.stringify(v)}`).join('\n');
    console.log(`#${number} ${key}\n${text}\n---- shrunk:\n${t}\n${JSON.stringify(doc.params)}\n${enc}\n${again.map(([k, x]) => `${k}: ${x}`).join('\n')}`);
  }
});
