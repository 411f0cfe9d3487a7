/** Checks the structure of a guide that could be read. */
import type { SourceDocument } from '../../document/parse-document.ts';
import type { Guide } from '../model/schema.ts';
import { checkBodies } from './check-bodies.ts';
import { checkConditions } from './check-conditions.ts';
import { checkCriteria } from './check-criteria.ts';
import { checkFunctions } from './check-functions.ts';
import { checkIds } from './check-ids.ts';
import { checkLoopControl } from './check-loop-control.ts';
import { checkLoopNames } from './check-loop-names.ts';
import { checkLoops } from './check-loops.ts';
import { checkTemplates } from './check-templates.ts';
import { createGuideCheckContext, type GuideReports } from './guide-check-context.ts';

export function checkGuide(guide: Guide, source: SourceDocument, reports: GuideReports): void {
  const context = createGuideCheckContext(guide, source, reports);
  checkIds(context);
  checkBodies(context);
  checkConditions(context);
  checkCriteria(context);
  checkFunctions(context);
  checkLoops(context);
  checkLoopNames(context);
  checkLoopControl(context);
  checkTemplates(context);
}
