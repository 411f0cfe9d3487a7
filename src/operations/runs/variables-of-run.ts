/** Returns the complete variables of the root net of a run. */
import type { Json, Program, RunState } from '../../kernel/index.ts';
import type { OpenedRun, Payloads } from '../../runtime/index.ts';

/** Every variable of the root net that is set, by name. @param names only these; default: all */
export async function variablesOfRun(
  { record, state, program }: OpenedRun,
  payloads: Payloads,
  names?: readonly string[],
): Promise<{ readonly [name: string]: Json }> {
  const { slots } = rootOf(state);
  const set = rootVariables(program).flatMap(({ name }, slot) => {
    const payload = slots[slot] ?? null;
    const isAsked = names === undefined || names.includes(name);
    return payload === null || !isAsked ? [] : [{ name, payload }];
  });
  const values = await Promise.all(
    set.map(
      async ({ name, payload }) => [name, await payloads.resolvePayload(record.tenant, payload)] as const,
    ),
  );
  return Object.fromEntries(values);
}

const rootOf = ({ frames }: RunState): Pick<RunState['frames'][number], 'slots'> =>
  frames[0] ?? { slots: [] };

export const rootVariables = ({ nets, root }: Program) => nets.find(({ id }) => id === root)?.variables ?? [];
