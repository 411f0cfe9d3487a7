import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = 'workflows: { ask: { graph: { question: { type: yield, message: What? } } } }\n';

async function scratch() {
  const made = openScratch({ 'workflows/w.yaml': document });
  opened.push(made);
  const run = (...args: readonly string[]) => made.run([...args, '--data', 'data']);
  const [id = ''] = (await run('run', 'ask', '--no-wait')).out.split('\n');
  await run('cancel', id);
  return { run, id, read: made.read };
}

test('[F5.1] events lists the events of cases, and who caused them, and filters them', async () => {
  const { run, id } = await scratch();
  const rows = async (...args: readonly string[]) => {
    const { out } = await run('events', ...args);
    return [...out.matchAll(/(case|item) ([a-z]+(?: [a-z]+)?)(?: {2,}|$)(question)?[ ]*(ann)?/gm)].map(
      ([, what, how, task, who]) => [what, how, task, who].filter(Boolean).join(' '),
    );
  };
  const all = [
    'case started ann',
    'item offered question',
    'case cancel requested ann',
    'item withdrawn question',
    'case cancelled',
  ];
  expect(await rows(id)).toEqual(all);
  expect(await rows('last', '--by', 'ann')).toEqual([all[0], all[2]]);
  expect(await rows('--workflow', 'ask', '--kind', 'case_started', '--kind', 'case_cancelled')).toEqual([
    all[0],
    all[4],
  ]);
  expect(await rows('--task', 'question')).toEqual([all[1], all[3]]);
  expect(await rows('--since', '1h')).toEqual(all);
  expect(await rows('--until', '1h')).toEqual([]);
  const { events, nextCursor } = JSON.parse((await run('events', '--limit', '1', '--json')).out);
  expect(events).toMatchObject([{ event: 'case_started', run: id, workflow: 'ask', by: 'ann' }]);
  expect(await rows('--limit', '1', '--cursor', nextCursor)).toEqual(all.slice(1, 2));
  expect((await run('events', '--limit', '1')).err).toContain('There may be more: add --cursor ');
});

test('[F5.1] events reports an empty list, and invalid options', async () => {
  const { run } = await scratch();
  expect(await run('events', '--by', 'nobody')).toMatchObject({
    code: 0,
    out: '',
    err: 'No events found.\n',
  });
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['--since', 'monday'], '--since must be a date'],
    [['--until', 'x'], '--until must be a date'],
    [['--limit', '0'], '--limit must be'],
    [['--kind', 'case_start'], 'Unknown event kind “case_start”. Did you mean “case_started”?'],
  ];
  for (const [args, message] of wrong) {
    const { code, err } = await run('events', ...args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(message)]);
  }
});

test('[F5.1] [T2] events reports all invalid options at once, and an unknown workflow', async () => {
  const { run } = await scratch();
  const { code, err } = await run(
    'events',
    '--kind',
    'foo',
    '--kind',
    'case_start',
    '--since',
    'x',
    '--limit',
    'y',
  );
  expect([code, err.split('\n')]).toEqual([
    2,
    [
      '--limit must be a whole number from 1 to 500, not “y”.',
      '--since must be a date such as 2026-01-15, or how long ago: 2h, 7d.',
      'Unknown event kind “foo”.',
      'Unknown event kind “case_start”. Did you mean “case_started”?',
      expect.stringMatching(/^Use one of: case_started, /),
      '',
    ],
  ]);
  const unknown = await run('events', '--workflow', 'aks');
  expect([unknown.code, unknown.out]).toEqual([2, '']);
  expect(unknown.err).toContain('The workflow “aks” does not exist. Did you mean “ask”?');
  expect(await run('events', '--workflow', 'ask', '--by', 'nobody')).toMatchObject({ code: 0 });
});

test('[F5.2] export --xes writes the cases of a workflow, to the output or into a new file', async () => {
  const { run, id, read } = await scratch();
  const printed = await run('export', '--xes', 'ask', '--since', '1h');
  expect([printed.code, printed.err]).toEqual([0, '']);
  expect(printed.out).toMatch(/^<\?xml .*<string key="concept:name" value="run_.*<\/log>\n$/s);
  expect(printed.out).toContain(id);
  const kept = await run('export', '--xes', 'ask', '-o', 'ask.xes');
  expect([kept.code, kept.out, kept.err]).toEqual([0, '', 'ask.xes holds 1 case, 2 events.\n']);
  expect(read('ask.xes')).toBe(printed.out);
  const again = await run('export', '--xes', 'ask', '--out', 'ask.xes');
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('ask.xes cannot be written')]);
  expect((await run('export', '--xes', 'ask', '--until', '1h')).out).not.toContain('<trace>');
});

test('[F5.2] export takes a run or a workflow, and leaves no file if there is nothing to write', async () => {
  const { run, read } = await scratch();
  for (const args of [[], ['last', '--xes', 'ask'], ['last', '--since', '1h']]) {
    const { code, err } = await run('export', ...args);
    expect([args, code, err]).toEqual([
      args,
      2,
      expect.stringContaining('export takes a RUN, or --xes WORKFLOW'),
    ]);
  }
  expect(await run('export', '--xes', 'ask', '--since', 'x')).toMatchObject({ code: 2 });
  const unknown = await run('export', '--xes', 'aks', '--out', 'aks.xes');
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining('The workflow “aks” does not exist'),
  ]);
  expect(() => read('aks.xes')).toThrow();
});
