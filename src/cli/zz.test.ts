import { test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { openScratch } from './open-scratch.ts';
test('x', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const s = openScratch();
  const env = { folder: root, environment: { SIGNALBOX_DATA: `${s.folder}/data`, SIGNALBOX_WORKFLOWS: `${s.folder}/data/workflows` } };
  for (const w of [['run','examples/hello/hello.yaml','--param','name=Ada'],['answer','last','greeting=Ciao','times=2'],['events','last'], ['events','--by','ann'], ['events', '--kind', 'item_completed', '--json'], ['export','--xes','hello', '--out', `${s.folder}/hello.xes`]]) {
    const r = await s.run(w, env); console.log(w.join(' '), '=>', r.code, '\n' + r.out + r.err);
  }
  s.close();
});
