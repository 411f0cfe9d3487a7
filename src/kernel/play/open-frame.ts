/** Opens a frame: the root, or the net that is an instance's work. */
import type { LinkedNet, LinkedWork } from '../link/linked.ts';
import type { Payload } from '../model/payload.ts';
import { ExpressionError } from '../values/expression-error.ts';
import type { Draft, EditableFrame, EditableInstance } from './draft.ts';
import { failFinally } from './fail.ts';
import { putToken } from './instances.ts';
import type { Situation } from './situation.ts';
import { assign } from './variables.ts';

type NetWork = Extract<LinkedWork, { kind: 'net' }>;

/** `ready` is called once the mapping is valid, before the frame begins. */
export const openFrame = (
  draft: Draft,
  instance: EditableInstance,
  work: NetWork,
  situation: Situation,
  ready: () => void,
): void => {
  const above = draft.frame(instance.frame);
  const limit = draft.program.limits.depth;
  if (above.depth >= limit) {
    failFinally(draft, instance, 'depth-limit', `Frames are nested deeper than the limit of ${limit}.`);
    return;
  }
  const net = draft.program.nets[work.net]!;
  const values = work.input.map(({ value }) => value(situation));
  requireParameters(net, work);
  ready();
  const frame = createFrame(
    draft,
    net,
    { parent: instance.id, above: above.id, depth: above.depth + 1 },
    net.slots,
  );
  for (let i = 0; i < values.length; i++) assign(draft, frame, work.input[i]!.to, values[i]!);
  instance.phase = 'nested';
  instance.child = frame.id;
  putToken(draft, frame.id, net.input);
};

const requireParameters = (net: LinkedNet, work: NetWork): void => {
  for (const { name, slot, required } of net.parameters) {
    if (
      required &&
      net.slots[slot] === null &&
      !work.input.some(({ to }) => to.up === 0 && to.slot === slot)
    ) {
      throw new ExpressionError(`Parameter “${name}” of net “${net.id}” is not given.`);
    }
  }
};

export const createFrame = (
  draft: Draft,
  net: LinkedNet,
  place: { parent: number; above: number; depth: number },
  slots: readonly (Payload | null)[],
): EditableFrame => {
  const frame: EditableFrame = {
    id: draft.next,
    net: net.index,
    parent: place.parent,
    above: place.above,
    depth: place.depth,
    phase: 'active',
    tokens: [],
    busy: [],
    live: 0,
    idle: 0,
    children: 0,
    slots,
    visits: net.visits === 0 ? noVisits : new Array<number>(net.visits).fill(0),
    undo: [],
    failure: null,
    result: null,
  };
  draft.next += 1;
  draft.addFrame(frame);
  return frame;
};

const noVisits: readonly number[] = [];
