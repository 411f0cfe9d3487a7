/** Names of the graph language for what YAWL calls otherwise: each once, and where one had to be changed that is remembered. */
import { usableName } from '../../document/read-name.ts';

export interface Names {
  /** A name that nothing has yet, as near as possible to the one that is wished for. */
  give(wish: string): string;
}

const longest = 64;
/** A branch that goes there ends; options of every run are no parameters. */
const reserved = ['end', 'dry_run', 'wait_ms', 'idempotency_key', 'output', 'null', 'true', 'false'];

export function createNames(): Names {
  const taken = new Set(reserved);
  return {
    give(wish) {
      const usable = usableName(wish);
      let name = usable;
      for (let number = 2; taken.has(name); number++) {
        const suffix = `_${number}`;
        name = usable.slice(0, longest - suffix.length) + suffix;
      }
      taken.add(name);
      return name;
    },
  };
}
