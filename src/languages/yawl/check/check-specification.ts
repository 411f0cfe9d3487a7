/**
 * Verifies a specification with YAWL's own texts: its structure, mappings and variables. It reports every problem at
 * once, with its location. What YAWL's engine refuses is a violation, what it warns of is a warning.
 */

import type { QueryEngine } from '../../query-engine.ts';
import type { ServiceDirectory } from '../../workflow.ts';
import type { YawlSpecification } from '../model/schema.ts';
import { createCheckContext, type Reports } from './check-context.ts';
import { checkFlows } from './check-flows.ts';
import { checkMappings } from './check-mappings.ts';
import { checkNet } from './check-net.ts';
import { type CheckedQueries, checkQueries } from './check-queries.ts';
import { checkServices } from './check-services.ts';
import { checkSpecificationNames } from './check-specification-names.ts';
import { checkTasks } from './check-tasks.ts';
import { checkUnset } from './check-unset.ts';
import { checkVariables } from './check-variables.ts';
import { checkWork } from './check-work.ts';

export interface CheckOptions extends Reports {
  readonly queries: QueryEngine;
  /** `null`: no `services.yaml`. All work is then offered as work items. */
  readonly services: ServiceDirectory | null;
}

/** @returns what is known about its queries, for the compiler */
export function checkSpecification(specification: YawlSpecification, options: CheckOptions): CheckedQueries {
  const context = createCheckContext(specification, options);
  checkSpecificationNames(context);
  for (const elements of context.nets) {
    checkNet(elements, context);
    checkFlows(elements, context);
    checkTasks(elements, context);
    checkMappings(elements, context);
  }
  checkVariables(context);
  checkWork(context);
  checkServices(context, options.services);
  const checked = checkQueries(context, options.queries);
  checkUnset(context, checked);
  return checked;
}
