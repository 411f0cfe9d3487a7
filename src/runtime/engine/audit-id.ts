/**
 * Creates ids of audit entries. They sort by creation, also within a millisecond and when the clock goes back, if all
 * writers of a store use its generator. Two processes never create the same id.
 */
import { randomBytes } from 'node:crypto';
import { auditMark } from '../ports/audit.ts';
import type { Store } from '../ports/store.ts';

type CreateId = (at: number) => string;

const maxPerMillisecond = 0xff_ff_ff;
const generators = new WeakMap<Store, CreateId>();

/** The generator of a store; there is only one per store. */
export function auditIdGenerator(store: Store): CreateId {
  const generator = generators.get(store) ?? createGenerator();
  generators.set(store, generator);
  return generator;
}

function createGenerator(): CreateId {
  const name = randomBytes(4).toString('hex');
  let latest = 0;
  let count = 0;
  return (at) => {
    if (at > latest) {
      latest = at;
      count = 0;
    } else if (count === maxPerMillisecond) {
      latest += 1;
      count = 0;
    }
    count += 1;
    return `${auditMark(latest)}${count.toString(16).padStart(6, '0')}${name}`;
  };
}
