/**
 * `signalbox complete -- WORDS…`, which the scripts of shells call at each Tab: prints what can be in place of the last
 * word, one candidate a line, with a tab and its meaning. `:files` and `:folders` ask the shell for those. It is silent
 * about errors and ends within seconds, because a person is typing.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Host } from '../host/host.ts';
import { oneLine } from '../print/clean-lines.ts';
import { cutEnd } from '../print/cut-end.ts';
import { type Candidate, type CompletionOptions, completeWords } from './complete-words.ts';
import { findValueSource, type OperationSource } from './value-sources.ts';

/** How long a person waits, in milliseconds. */
const maxWait = 2_000;
const maxMeaning = 80;

/** @param args the words after the verb */
export async function complete(
  args: readonly string[],
  host: Host,
  options: CompletionOptions,
): Promise<number> {
  const words = args[0] === '--' ? args.slice(1) : args;
  const timer = new AbortController();
  const work = printCandidates(words, host, options).catch(() => undefined);
  const isLate = await Promise.race([
    work,
    wait(maxWait, 'late', { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
  if (isLate === 'late') host.exit(0);
  return 0;
}

async function printCandidates(
  words: readonly string[],
  host: Host,
  options: CompletionOptions,
): Promise<void> {
  const { candidates, values, typed, before, given } = await completeWords(words, options);
  const printed = new Set<string>();
  const print = (found: readonly Candidate[]): void => {
    for (const { word, meaning } of found) {
      const whole = `${before}${word}`;
      // A word with a line break or another control character cannot be a line.
      if (!whole.startsWith(words.at(-1) ?? '') || printed.has(whole) || oneLine(whole) !== whole) continue;
      printed.add(whole);
      const clause = cutEnd(oneLine(meaning).replaceAll('\t', ' '), maxMeaning);
      host.out(`${whole}${clause === '' ? '' : `\t${clause}`}\n`);
    }
  };
  print(candidates);
  const operations: OperationSource[] = [];
  for (const source of values.flatMap((name) => findValueSource(name) ?? [])) {
    if (source.kind === 'operation') operations.push(source);
    else if (source.kind === 'words') print(await source.load());
    else host.out(`:${source.kind}\n`);
  }
  if (operations.length === 0) return;
  // Loaded late: most words follow from the declarations.
  const { readValues } = await import('./read-values.ts');
  await readValues(operations, typed, given, host, print);
}
