/** Allocates unique names of the graph language for names of YAWL. */
import { usableName } from '../../document/read-name.ts';

export interface NameAllocator {
  /** An unused name, as close as possible to the preferred one. */
  allocate(preferred: string): string;
}

const maxLength = 64;
/** `end` is the target that ends a branch; options of every run cannot be parameters. */
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
