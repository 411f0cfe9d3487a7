/**
 * The environment of an expression: a frame, and the context of the instance in it. Evaluators see it as their scope.
 * Values are looked up lazily, so an expression pays only for what it reads.
 */
import type { EvaluationContext, Location } from '../link/linked.ts';
import type { Effort } from '../model/evaluator.ts';
import type { Json } from '../model/json.ts';
import type { Payload, Resolve } from '../model/payload.ts';
import type { Frame, Group, Instance } from '../model/state.ts';
import { contextReference } from '../values/context.ts';
import { failureList } from '../values/failure-value.ts';
import { materialise } from '../values/materialise.ts';
import type { Draft } from './draft.ts';

export class Situation implements EvaluationContext {
  readonly at: number;
  readonly effort: Effort;
  readonly #draft: Draft;
  readonly #frame: Frame;
  readonly #instance: Instance | null;
  readonly #output: Payload | null;

  constructor(draft: Draft, frame: Frame, instance: Instance | null, output: Payload | null) {
    this.at = draft.at;
    this.effort = draft.effort;
    this.#draft = draft;
    this.#frame = frame;
    this.#instance = instance;
    this.#output = output;
  }

  get(reference: number): Json | undefined {
    const payload = this.payload(reference);
    return payload === null ? undefined : materialise(payload, this.#draft.program.resolve, this.effort);
  }

  payload(reference: number): Payload | null {
    if (reference < 0) return this.#contextValue(reference);
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

  #contextValue(reference: number): Payload | null {
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
    return { value: failureList(group.failures) };
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
