import { test } from 'vitest';
import { tellRandomCase } from './random-cases.ts';
import { standardLifecycle } from '../../src/operations/events/xes/lifecycle.ts';
test('x', () => {
  const bad: Record<string, number> = {}; const first: Record<string, string> = {};
  const fault = (what: string, detail: string) => { bad[what] = (bad[what] ?? 0) + 1; first[what] ??= detail; };
  let calls = 0, offers = 0, ends = 0, events = 0; const kinds: Record<string, number> = {};
  for (let seed = 1; seed <= 1500; seed++) {
    let toldCase;
    try { toldCase = tellRandomCase(seed); } catch (e) { fault('throws', `${seed} ${String(e)}`); continue; }
    const states = new Map<string, string>();
    for (const { entry, effects, state, told, activities } of toldCase) {
      for (const t of told) kinds[t.kind] = (kinds[t.kind] ?? 0) + 1;
      const started = new Set(entry.notes.flatMap((n) => (n.kind === 'started' || n.kind === 'enabled' ? [n.instance] : [])));
      for (const e of effects) {
        if (e.kind === 'call' && started.has(e.instance)) {
          calls++;
          const got = told.find((t) => t.instance === e.instance && (t.kind === 'call_started' || t.kind === 'undo_started'));
          if (!got) { fault('call untold', `${seed}:${entry.seq} ${e.task} ${e.instance}`); continue; }
          if (got.net !== e.net || got.task !== e.task) fault('call net', `${seed}:${entry.seq} ${e.net}/${e.task} ${got.net}/${got.task}`);
          if (got.connector !== e.connector) fault('call connector', `${seed}:${entry.seq} ${e.net}/${e.task} u${e.undoes} ${e.connector} ${got.connector}`);
          if ((got.kind === 'undo_started') !== (e.undoes !== 0)) fault('call undo', `${seed}:${entry.seq} ${e.task} ${JSON.stringify(entry.event)}`);
        }
        if (e.kind === 'offer' && e.reason === 'work' && started.has(e.instance) && 'instance' in entry.event === false) {
          offers++;
          const got = told.find((t) => t.instance === e.instance && t.kind === 'item_offered');
          if (!got) { fault('offer untold', `${seed}:${entry.seq} ${e.task} ${e.instance}`); continue; }
          if (got.net !== e.net || got.task !== e.task) fault('offer net', `${seed}:${entry.seq} ${e.net}/${e.task} ${got.net}/${got.task}`);
        }
        if (e.kind === 'finish') {
          ends++;
          if (told.filter((t) => t.kind === `case_${e.status}`).length !== 1) fault('finish', `${seed}:${entry.seq} ${e.status} ${told.map((t) => t.kind)}`);
        }
      }
      if (!effects.some((e) => e.kind === 'finish') && told.some((t) => /case_(completed|failed|cancelled)/.test(t.kind))) fault('false finish', `${seed}:${entry.seq}`);
      for (const a of activities) {
        events++;
        const st = states.get(a.label) ?? 'start';
        const move = standardLifecycle[a.transition];
        if (!(move.from as readonly string[]).includes(st)) fault('illegal', `${seed}:${entry.seq} ${a.task} ${a.label} ${a.transition} in ${st}`);
        states.set(a.label, move.to);
      }
      if (state.status !== 'running') {
        for (const [l, st] of states) if (st !== 'closed') fault('open after end', `${seed}:${entry.seq} ${l} ${st}`);
      } else {
        // what runs by the state and by the log
        for (const i of state.instances) {
          if (i.draining || i.phase === 'group') continue;
          const label = [...states.keys()].filter((k) => k === String(i.id) || k.startsWith(`${i.id}/`)).at(-1);
          const st = label === undefined ? 'none' : states.get(label);
          const want = { calling: ['running', 'suspended'], doubt: ['running', 'suspended'], held: ['running', 'suspended', 'assigned'], offered: ['ready', 'suspended', 'assigned'], open: ['ready'], nested: ['running', 'suspended'], waiting: ['running', 'suspended'], ready: ['none', 'closed'], backoff: ['closed'], failed: ['closed', 'none'] } as Record<string, string[]>;
          const w = want[i.phase];
          if (w && !w.includes(st ?? '')) fault(`phase ${i.phase} is ${st}`, `${seed}:${entry.seq} ${i.id} ${JSON.stringify(entry.event)}`);
        }
        const live = new Set(state.instances.map((i) => i.id));
        for (const [l, st] of states) if (st !== 'closed' && !live.has(Number(l.split('/')[0]))) fault(`gone but ${st}`, `${seed}:${entry.seq} ${l}`);
      }
    }
  }
  console.log(JSON.stringify({ calls, offers, ends, events, kinds }));
  for (const [k, v] of Object.entries(bad)) console.log(v, k, '|', first[k]);
});
