/** Names of the graph language for what YAWL calls otherwise: each once, and where one had to be changed that is remembered. */
import { usableName } from '../../document/read-name.ts';

export interface NameAllocator {
  /** A name that nothing has yet, as near as possible to the one that is wished for. */
  allocate(preferred: string): string;
}

const maxLength = 64;
/** A branch that goes there ends; options of every run are no parameters. */
const reserved = ['end', 'dry_run', 'wait_ms', 'idempotency_key', 'output', 'null', 'true', 'false'];

export function createNameAllocator(): NameAllocator {
  const taken = new Set(reserved);
  return {
    allocate(preferred) {
      const usable = usableName(preferred);
      let name = usable;
      for (let number = 2; taken.has(name); number++) {
        const suffix = `_${number}`;
        name = usable.slice(0, maxLength - suffix.length) + suffix;
      }
      taken.add(name);
      return name;
    },
  };
}
