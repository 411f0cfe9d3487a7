/** Reads the decision of an output under the loop control contract: whether the loop continues. */
import type { Json } from '../../../expression/index.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { readData } from './read-output.ts';

export type LoopDecision = 'continue' | 'stop';

const artifactKind = 'wr.loop_control';

/**
 * From data with a `decision`, or with an artifact of that kind in its `artifacts`; null if there is none.
 * @param loopId of the loop; a decision that names another loop does not count
 */
export function loopDecisionOf(output: Json | undefined, loopId = ''): LoopDecision | null {
  const read = readData(output);
  if (read.kind === 'no-json') return null;
  const found = candidatesIn(read.data).find((each) => isDecision(each['decision']) && isAbout(each, loopId));
  return found === undefined ? null : (found['decision'] as LoopDecision);
}

function candidatesIn(data: Json): readonly JsonObject[] {
  if (!isJsonObject(data)) return [];
  const artifacts = Object.hasOwn(data, 'artifacts') ? data['artifacts'] : undefined;
  const listed: readonly Json[] = Array.isArray(artifacts) ? artifacts : [];
  return [data, ...listed.filter(isJsonObject).filter((each) => each['kind'] === artifactKind)];
}

const isDecision = (value: Json | undefined): value is LoopDecision =>
  value === 'continue' || value === 'stop';

const isAbout = (fields: JsonObject, loopId: string): boolean =>
  loopId === '' || fields['loopId'] === undefined || fields['loopId'] === loopId;
