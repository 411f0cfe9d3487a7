import { test } from 'vitest';
import { tellRandomCase } from './random-cases.ts';
test('x', () => {
  const [seed, from, to] = (process.env['AT'] ?? '1:1:5').split(':').map(Number);
  const nets: any = {};
  for (const { entry, effects, told, activities } of tellRandomCase(seed!)) {
    if (entry.seq < from! || entry.seq > to!) continue;
    console.log(entry.seq, JSON.stringify(entry.event).slice(0, 160), '\n  NOTES', entry.notes.map((n: any) => `${n.kind}${n.caught ? '!' : ''}:${n.frame}/${n.task ?? n.net ?? ''}#${n.instance ?? ''}${n.retryAt ? '~' : ''}`).join(' '), '\n  EFF', effects.map((e: any) => `${e.kind}:${e.net ?? ''}/${e.task ?? ''}#${e.instance}${e.undoes ? `u${e.undoes}` : ''}`).join(' '), '\n  TOLD', told.map((t) => `${t.kind}:${t.net}/${t.task}#${t.instance}`).join(' '), '\n  ACT', activities.map((a) => `${a.task}#${a.label}:${a.transition}`).join(' '));
  }
});
