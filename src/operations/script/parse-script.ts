/** Parses the part of a case or script file that sets up a run: parameters, calls, answers, start and seed. */
import type { Json } from '../../expression/index.ts';
import type { Located, LocatedMap, Parameter, Reporter, ShapeFields } from '../../languages/index.ts';
import type { Script } from '../../runtime/index.ts';
import { parseAnswers, parseOutcomes } from './parse-outcomes.ts';
import { parseParams } from './parse-params.ts';
import { reportKey } from './report-name.ts';
import type { ScriptNames } from './script-names.ts';
import type { scriptShape } from './script-shape.ts';

/** Of a script, or of a case, which has other keys as well. */
export type ScriptFields = Pick<ShapeFields<typeof scriptShape.keys>, 'read' | 'value'>;

export interface ParsedScript {
  readonly params: { readonly [name: string]: Json };
  readonly script: Script;
}

/** The workflow of a script. Names are checked only if it has no errors. */
export interface ScriptTarget {
  readonly parameters: readonly Parameter[];
  readonly names: ScriptNames | null;
}

/** @param complete whether missing parameters are an error */
export function parseScript(
  reporter: Reporter,
  place: Located,
  fields: ScriptFields,
  target: ScriptTarget,
  complete: boolean,
): ParsedScript {
  const calls = parseCalls(reporter, fields.read('calls'), target.names);
  const start = fields.read('start');
  const seed = fields.read('seed');
  return {
    params: parseParams(
      reporter,
      { around: place, params: fields.value('params') },
      fields.read('params'),
      target.parameters,
      complete,
    ),
    script: {
      calls,
      answers: parseAnswersByNode(reporter, fields.read('answers'), askedNodes(target.names, calls)),
      ...(start === undefined ? {} : { start }),
      ...(seed === undefined ? {} : { seed }),
    },
  };
}

function parseCalls(
  reporter: Reporter,
  map: LocatedMap | undefined,
  names: ScriptNames | null,
): Script['calls'] {
  if (map === undefined) return {};
  for (const entry of map.entries) {
    if (names === null || names.callers.includes(entry.key) || names.operations.includes(entry.key)) continue;
    const message = names.nodes.includes(entry.key)
      ? `“${entry.key}” makes no calls, so its calls cannot be scripted.`
      : `“${entry.key}” is neither an operation that the workflow calls nor one of its nodes.`;
    reportKey(reporter, map, entry, {
      rule: 'unknown-call',
      message,
      known: [...names.operations, ...names.callers],
    });
  }
  return Object.fromEntries(map.entries.map(({ key, value }) => [key, parseOutcomes(reporter, value)]));
}

/** A call asks a question only if a script makes its outcome unknown. */
export function askedNodes(names: ScriptNames | null, calls: Script['calls']): Asking | null {
  if (names === null) return null;
  const doubts = Object.values(calls).some((list) => list.some(({ kind }) => kind === 'doubt'));
  return {
    nodes: names.nodes,
    questions: names.questions,
    asking: doubts ? [...names.asking, ...names.doubtful] : names.asking,
  };
}

export type Asking = Pick<ScriptNames, 'nodes' | 'asking' | 'questions'>;

function parseAnswersByNode(
  reporter: Reporter,
  map: LocatedMap | undefined,
  names: Asking | null,
): Script['answers'] {
  if (map === undefined) return {};
  for (const entry of map.entries) {
    if (names === null || names.asking.includes(entry.key)) continue;
    const message = names.nodes.includes(entry.key)
      ? `“${entry.key}” asks no question.`
      : `The workflow has no node “${entry.key}”.`;
    reportKey(reporter, map, entry, { rule: 'unknown-question', message, known: names.asking });
  }
  return Object.fromEntries(
    map.entries.map(({ key, value }) => [
      key,
      parseAnswers(reporter, value, names?.questions.get(key) ?? []),
    ]),
  );
}
