/** XES logs for tests: joined from their pieces, validated against the schema, and parsed. */
import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { exportXes } from '../../src/operations/events/xes/export-xes.ts';
import { type ActivityState, standardLifecycle } from '../../src/operations/events/xes/lifecycle.ts';
import { ann, type OperationsHarness } from '../operations/operations-harness.ts';

export interface ReadEvent {
  readonly name: string;
  readonly instance: string;
  readonly transition: string;
  readonly at: number;
  /** Empty if there is none. */
  readonly resource: string;
  readonly kind: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface ReadTrace {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly events: readonly ReadEvent[];
}

const schema = await readFile(new URL('xes.xsd', import.meta.url), 'utf8');

/** Schema errors of these texts; empty if they are valid. */
export async function schemaErrorsOf(...texts: readonly string[]): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: texts.map((contents, at) => ({ fileName: `${at}.xes`, contents })),
    schema: [{ fileName: 'xes.xsd', contents: schema }],
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

export async function piecesOf(
  harness: OperationsHarness,
  input: { readonly workflow: string; readonly [field: string]: string },
  by: Principal = ann,
): Promise<readonly string[]> {
  const pieces: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked: object = cursor === '' ? input : { ...input, cursor };
    const { text, nextCursor } = await harness.perform(exportXes, asked, by);
    pieces.push(text);
    cursor = nextCursor;
  }
  return pieces;
}

export const logOf = async (harness: OperationsHarness, workflow: string): Promise<string> =>
  (await piecesOf(harness, { workflow })).join('');

const element = /<(\/?)(\w+)((?:\s+[\w.:]+="[^"]*")*)\s*(\/?)>/g;

/** A separate parser: documents that the schema accepts are simple enough for it. */
export function readTraces(text: string): readonly ReadTrace[] {
  const traces: { attributes: Map<string, string>; events: Map<string, string>[] }[] = [];
  let holder: Map<string, string> | undefined;
  for (const [, closes = '', name = '', given = ''] of text.matchAll(element)) {
    const trace = traces.at(-1);
    if (name === 'trace' && closes === '') {
      traces.push({ attributes: new Map(), events: [] });
      holder = traces.at(-1)?.attributes;
    } else if (name === 'event' && closes === '') {
      holder = new Map();
      trace?.events.push(holder);
    } else if (closes === '' && holder !== undefined) {
      const values = new Map(
        [...given.matchAll(/([\w.:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      );
      holder.set(values.get('key') ?? '', plain(values.get('value') ?? ''));
    }
  }
  return traces.map(({ attributes, events }) => ({
    name: attributes.get('concept:name') ?? '',
    attributes,
    events: events.map(readEvent),
  }));
}

function readEvent(attributes: ReadonlyMap<string, string>): ReadEvent {
  const at = (key: string): string => attributes.get(key) ?? '';
  return {
    name: at('concept:name'),
    instance: at('concept:instance'),
    transition: at('lifecycle:transition'),
    at: Date.parse(at('time:timestamp')),
    resource: at('org:resource'),
    kind: at('kind'),
    attributes,
  };
}

const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name = '') =>
    code === undefined ? (letters[name] ?? '?') : String.fromCodePoint(Number(code)),
  );

/** Errors of a trace: time that goes back, or a transition that the standard lifecycle does not allow. */
export function lifecycleErrorsOf({ name, attributes, events }: ReadTrace): readonly string[] {
  const faults: string[] = [];
  const states = new Map<string, ActivityState>();
  let last = 0;
  for (const { at, instance, transition, name: activity } of events) {
    if (!(at >= last)) faults.push(`${name}: ${activity} goes back in time`);
    last = at;
    const state = states.get(instance) ?? 'start';
    const move = Object.entries(standardLifecycle).find(([known]) => known === transition)?.[1];
    const froms: readonly ActivityState[] = move?.from ?? [];
    if (move === undefined || !froms.includes(state)) {
      faults.push(`${name}: ${activity} ${instance} cannot ${transition} when it is ${state}`);
    }
    states.set(instance, move?.to ?? state);
  }
  const isOver = ['completed', 'failed', 'cancelled'].includes(attributes.get('status') ?? '');
  for (const [instance, state] of states) {
    if (isOver && state !== 'closed')
      faults.push(`${name}: ${instance} is ${state} though the case has ended`);
  }
  return faults;
}

/** `review: schedule assign start complete`, one line per activity in the order of their begin. */
export function transitionsByActivity({ events }: ReadTrace): readonly string[] {
  const lives = new Map<string, { name: string; steps: string[] }>();
  for (const { instance, name, transition, resource } of events) {
    const life = lives.get(instance) ?? { name, steps: [] };
    life.steps.push(resource === '' ? transition : `${transition}(${resource})`);
    lives.set(instance, life);
  }
  return [...lives.values()].map(({ name, steps }) => `${name}: ${steps.join(' ')}`);
}
