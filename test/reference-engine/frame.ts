/** The start of a frame: initial values, then its parameters, and one token in its input place. */
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { Net } from '../../src/kernel/model/program.ts';
import { takeId } from './instances.ts';
import type { Play } from './play.ts';
import { writeVariable } from './variables.ts';
import type { Frame } from './world.ts';

export type Given = readonly { readonly to: string; readonly payload: Payload }[];

export function createFrame(
  play: Play,
  net: Net,
  place: Pick<Frame, 'scope' | 'parent' | 'above' | 'depth'>,
  given: Given,
): Frame {
  const frame: Frame = {
    id: takeId(play),
    net: net.id,
    scope: place.scope,
    parent: place.parent,
    above: place.above,
    depth: place.depth,
    phase: 'active',
    tokens: [net.input],
    busy: [],
    children: 0,
    variables: new Map(),
    visits: new Map(),
    undo: [],
    failure: null,
    result: null,
  };
  play.world.frames.push(frame);
  for (const { name, initial } of net.variables) {
    if (initial !== undefined) frame.variables.set(name, { value: initial });
  }
  for (const { to, payload } of given) writeVariable(play, frame, to, payload);
  return frame;
}
