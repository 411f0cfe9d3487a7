/** K13.5: which variables a frame reads and writes, and which names its net can use. */
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { Net, NetWork, Program } from '../../src/kernel/model/program.ts';
import { getFrame, netOf, type Play } from './play.ts';
import { getNet } from './program-lookup.ts';
import type { Frame } from './world.ts';

export function readVariable(play: Play, frame: Frame, name: string): Payload | undefined {
  const own = frame.variables.get(name);
  if (own !== undefined) return own;
  if (frame.scope === 'own') return undefined;
  // A declared name belongs to the frame even while it is unset: it hides the one above.
  if (netOf(play, frame).variables.some((variable) => variable.name === name)) return undefined;
  return readVariable(play, getFrame(play, frame.above), name);
}

export function writeVariable(play: Play, frame: Frame, name: string, payload: Payload): void {
  if (frame.scope === 'share') writeVariable(play, getFrame(play, frame.above), name, payload);
  else frame.variables.set(name, payload);
}

/** The names that expressions of a net and `dataUpdated` may use: declared, read through, written locally. */
export function visibleNames(program: Program, netId: string, seen: readonly string[] = []): string[] {
  const net = getNet(program, netId);
  const names = net.variables.map((variable) => variable.name);
  const user = findUser(program, netId);
  if (user === undefined || seen.includes(netId)) return names;
  names.push(...visibleNames(program, user.net, [...seen, netId]));
  if (user.scope === 'inherit') names.push(...assignedNames(net));
  return [...new Set(names)];
}

/** The net that uses this one with `share` or `inherit`; link guarantees that there is only one. */
function findUser(program: Program, netId: string): { net: string; scope: NetWork['scope'] } | undefined {
  for (const net of program.nets) {
    for (const { work } of net.tasks) {
      if (work.kind === 'net' && work.net === netId && work.scope !== 'own') {
        return { net: net.id, scope: work.scope };
      }
    }
  }
  return undefined;
}

function assignedNames(net: Net): string[] {
  const names: string[] = [];
  for (const task of net.tasks) {
    names.push(...(task.outputs ?? []).map((assign) => assign.to));
    if (task.catch?.as !== undefined) names.push(task.catch.as);
    if (task.timeout?.status !== undefined) names.push(task.timeout.status);
  }
  return names;
}
