/**
 * Where an expression is evaluated: a frame, and what surrounds the instance in it. The scope that evaluators
 * see. Values are looked up when asked for, so an expression pays only for what it reads.
 */
import type { Location, Surroundings } from '../link/linked.ts';
import type { Json } from '../model/json.ts';
import type { Payload, Resolve } from '../model/payload.ts';
import type { ContextName } from '../model/program.ts';
import type { Frame, Group, Instance } from '../model/state.ts';
import type { Draft } from './draft.ts';
import { UnresolvedError } from './expression-error.ts';

/** References of the names that are no variables. */
export const contextReference: { readonly [name in ContextName]: number } = {
  $item: -1,
  $index: -2,
  $input: -3,
  $output: -4,
  $last: -5,
  $failures: -6,
};

export const nothing: Payload = { value: null };

export class Situation implements Surroundings {
  readonly at: number;
  readonly #draft: Draft;
  readonly #frame: Frame;
  readonly #instance: Instance | null;
  readonly #output: Payload | null;

  constructor(draft: Draft, frame: Frame, instance: Instance | null, output: Payload | null) {
    this.at = draft.at;
    this.#draft = draft;
    this.#frame = frame;
    this.#instance = instance;
    this.#output = output;
  }

  get(reference: number): Json | undefined {
    const payload = this.payload(reference);
    return payload === null ? undefined : materialise(payload, this.#draft.program.resolve);
  }

  payload(reference: number): Payload | null {
    if (reference < 0) return this.#surrounding(reference);
    const locations = this.#draft.program.nets[this.#frame.net]!.locations[reference]!;
    for (let i = 0; i < locations.length; i++) {
      const payload = this.#at(locations[i]!);
      if (payload !== null) return payload;
    }
    return null;
  }

  #at(location: Location): Payload | null {
    let frame = this.#frame;
    for (let up = location.up; up > 0; up--) frame = this.#draft.frame(frame.above);
    return frame.slots[location.slot]!;
  }

  #surrounding(reference: number): Payload | null {
    const instance = this.#instance;
    if (reference === contextReference.$output) return this.#output;
    if (instance === null) return null;
    if (reference === contextReference.$input) return instance.input;
    if (reference === contextReference.$index) return instance.index < 0 ? null : { value: instance.index };
    if (reference === contextReference.$item) {
      if (instance.group === 0) return null;
      return itemAt(this.#draft.instance(instance.group)!.each!, instance.index, this.#draft.program.resolve);
    }
    const group = instance.each;
    if (group === null) return null;
    if (reference === contextReference.$last) return group.last < 0 ? null : group.results[group.last]!;
    return { value: group.failures.map(({ index, failure }) => ({ index, failure: failureValue(failure) })) };
  }
}

/** The item of one position. A list keeps the references of its parts. */
const itemAt = (group: Group, index: number, resolve: Resolve): Payload | null => {
  const given = group.total - group.added.length;
  if (index >= given) return group.added[index - given]!;
  if (group.items === null) return null;
  if ('list' in group.items) return group.items.list[index]!;
  const items = materialise(group.items, resolve);
  return { value: (Array.isArray(items) ? items[index] : null) ?? null };
};

/** The value itself. */
export const materialise = (payload: Payload, resolve: Resolve): Json => {
  if ('value' in payload) return payload.value;
  if ('blob' in payload) return resolveBlob(payload.blob.hash, resolve);
  return payload.list.map((part) => materialise(part, resolve));
};

const resolveBlob = (hash: string, resolve: Resolve): Json => {
  try {
    return resolve(hash);
  } catch (error) {
    throw new UnresolvedError(`The value ${hash} cannot be found.`, { cause: error });
  }
};

/** A failure as variables hold it. */
export const failureValue = (failure: { code: string; message: string; data?: Json }): Json =>
  failure.data === undefined
    ? { code: failure.code, message: failure.message }
    : { code: failure.code, message: failure.message, data: failure.data };
