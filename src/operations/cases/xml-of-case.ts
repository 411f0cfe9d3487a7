/** Formats the data of a case as XML: the current value of every variable of its root net. */
import { caseDataXml } from '../../languages/index.ts';
import type { OpenedRun } from '../../runtime/index.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { variablesOfRun } from '../runs/variables-of-run.ts';

/** Null if its language has no such types. */
export async function xmlOfCase({ store }: Services, opened: OpenedRun): Promise<string | null> {
  if (opened.program.shared === undefined) return null;
  return caseDataXml(opened.program, await variablesOfRun(opened, cachedPayloads(store)));
}
