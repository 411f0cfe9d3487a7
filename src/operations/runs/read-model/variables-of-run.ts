/** Returns variables of the root net of a run: all of them, or what fits into an answer. */
import type { Json, Program, RunState } from '../../../kernel/index.ts';
import type { OpenedRun, Payloads } from '../../../runtime/index.ts';
import { sizeOfPayload } from '../../contract/size-of-payload.ts';
import { isAuthored } from './is-authored.ts';

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

/** Limit of the variables in an answer, in characters of JSON. Every request for a run reads them. */
const maxShownSize = 65_536;

/** What the author named, in the order of the workflow. What does not fit is not read, and its names are listed. */
export async function shownVariables(opened: OpenedRun, payloads: Payloads) {
  const { slots } = rootOf(opened.state);
  const shown: string[] = [];
  const leftOut: string[] = [];
  let left = maxShownSize;
  rootVariables(opened.program).forEach(({ name }, slot) => {
    const payload = slots[slot] ?? null;
    if (payload === null || !isAuthored(name)) return;
    const size = sizeOfPayload(payload);
    (size > left ? leftOut : shown).push(name);
    if (size <= left) left -= size;
  });
  return {
    variables: await variablesOfRun(opened, payloads, shown),
    ...(leftOut.length === 0 ? {} : { variablesLeftOut: leftOut }),
  };
}

const rootOf = ({ frames }: RunState): Pick<RunState['frames'][number], 'slots'> =>
  frames[0] ?? { slots: [] };

export const rootVariables = ({ nets, root }: Program) => nets.find(({ id }) => id === root)?.variables ?? [];
