/** Parses a document as a guide and reports all problems; invalid values are read as their likely meaning. */
import type { Located, LocatedMap } from '../../document/located.ts';
import { insertEntry } from '../../document/map-edits.ts';
import type { SourceDocument } from '../../document/parse-document.ts';
import { readShape, type ShapeFields } from '../../document/read-shape.ts';
import { readText } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { Guide, GuideStep } from '../model/schema.ts';
import { type GuideParseContext, warnKey } from './guide-parse-context.ts';
import { guideShape, semver } from './guide-shape.ts';
import { readAssessments } from './parse-assessments.ts';
import { readFunctions } from './parse-functions.ts';
import { collectStepIds, readGuideId } from './parse-id.ts';
import { readModelHint } from './parse-model.ts';
import { readSteps } from './parse-step.ts';

/** They follow each other. */
const maxSteps = 1000;

type GuideFields = ShapeFields<typeof guideShape.keys>;

/** @returns null if the document cannot be a guide */
export function parseGuide(source: SourceDocument, violations: Reporter, warnings: Reporter): Guide | null {
  if (source.root === null) {
    if (source.violations.length === 0) reportEmpty(violations);
    return null;
  }
  const fields = readShape(violations, source.root, guideShape);
  return fields === undefined ? null : readGuideFields(fields, violations, warnings);
}

function reportEmpty(violations: Reporter): void {
  violations.report({
    at: { start: 0, end: 0 },
    path: '',
    rule: 'missing-key',
    message: 'The document is empty.',
    expected: 'a guide with id, name, description and steps',
    actual: 'nothing',
  });
}

function readGuideFields(fields: GuideFields, violations: Reporter, warnings: Reporter): Guide {
  const assessments = readAssessments(violations, fields.read('assessments'));
  const context: GuideParseContext = {
    violations,
    warnings,
    ...collectStepIds(violations, fields.value('steps')),
    modelHint: readModelHint(fields),
    assessments,
  };
  readHarmless(fields);
  warnOfUnsupported(context, fields);
  return {
    id: readGuideId(violations, fields.value('id')),
    name: fields.read('name') ?? '',
    description: fields.read('description') ?? '',
    version: readVersion(context, fields),
    category: fields.read('category') ?? '',
    tags: fields.read('tags') ?? [],
    about: fields.read('about') ?? '',
    examples: fields.read('examples') ?? [],
    preconditions: fields.read('preconditions') ?? [],
    clarificationPrompts: fields.read('clarificationPrompts') ?? [],
    metaGuidance: fields.read('metaGuidance') ?? [],
    functions: readFunctions(violations, fields.read('functionDefinitions'), 'workflow'),
    assessments,
    steps: withinLimit(
      context,
      fields.value('steps'),
      readSteps(context, fields.value('steps'), 'The list “steps”'),
    ),
    at: { path: '', span: (fields.value('id') ?? fields.map.entries[0]?.value ?? fields.map).span },
  };
}

function withinLimit(
  { violations }: GuideParseContext,
  located: Located | undefined,
  steps: readonly GuideStep[],
): readonly GuideStep[] {
  const count = countSteps(steps);
  if (count <= maxSteps || located === undefined) return steps;
  report(violations, located, {
    rule: 'limit',
    message: `A guide can have at most ${maxSteps} steps, including those in loops. Split it into several guides.`,
    expected: `at most ${maxSteps} steps`,
    actual: String(count),
  });
  return [];
}

function countSteps(steps: readonly GuideStep[]): number {
  return steps.reduce((sum, step) => sum + 1 + countInside(step), 0);
}

function countInside(step: GuideStep): number {
  switch (step.kind) {
    case 'prompt':
      return step.checks.length;
    case 'loop':
      return step.body.kind === 'inline' ? countSteps(step.body.steps) : 0;
    case 'parallel':
      return step.branches.length;
  }
}

function readVersion({ violations, warnings }: GuideParseContext, fields: GuideFields): string {
  const located = fields.value('version');
  if (located === undefined) {
    warnNoVersion(warnings, fields.map);
    return '';
  }
  // Unquoted numbers are read as written: the rule for the version reports them.
  const written = readText(violations, located, 'The version');
  if (written === undefined || located.kind !== 'scalar') return '';
  const isText = typeof located.value === 'string' || !violations.source.json;
  if (isText && written.length <= 256 && semver.test(written)) return written;
  const [major = 1, minor = 0, patch = 0] = (written.slice(0, 256).match(/\d{1,9}/g) ?? []).map(Number);
  const better = `${major}.${minor}.${patch}`;
  report(violations, located, {
    rule: 'bad-version',
    message: 'The version of a guide must be a text of three numbers separated by dots, such as “1.0.0”.',
    expected: better,
    actual: written.slice(0, 100),
    suggestion: {
      text: `Write ${JSON.stringify(better)}.`,
      edits: replaceScalar(violations.source, located, better),
    },
  });
  return better;
}

function warnNoVersion(warnings: Reporter, map: LocatedMap): void {
  const after = map.entries.find(({ key }) => key === 'description');
  report(warnings, map, {
    rule: 'no-version',
    message: 'The guide has no version.',
    expected: 'version: "1.0.0"',
    actual: 'nothing',
    suggestion: {
      text: 'Add version: "1.0.0"',
      edits: insertEntry(warnings.source, map, 'version', '1.0.0', after === undefined ? {} : { after }),
    },
  });
}

/** Reads keys for other programs: they must be valid, and have no effect here. */
function readHarmless(fields: GuideFields): void {
  fields.read('$schema');
  fields.read('validatedAgainstSpecVersion');
  fields.read('metricsProfile');
  const preferences = fields.read('recommendedPreferences');
  preferences?.read('recommendedAutonomy');
  preferences?.read('recommendedRiskPolicy');
}

const unsupported = {
  features: 'the guide runs as written, without additions',
  extensionPoints: 'they get no bindings, and “{{wr.bindings.…}}” in a text is shown as an unset variable',
  bindings: 'bindings are ignored, and “{{wr.bindings.…}}” in a text is shown as an unset variable',
  references: 'the agent does not see them. Name what to read in “metaGuidance” or in a prompt',
  recommendedPreferences:
    'the recommended preferences are ignored. Use “requireConfirmation” for steps that a person must confirm',
  metricsProfile: 'no metrics are collected',
  validatedAgainstSpecVersion: 'all guides are validated against the same rules',
} as const;

function warnOfUnsupported(context: GuideParseContext, fields: GuideFields): void {
  for (const [name, instead] of Object.entries(unsupported) as [keyof typeof unsupported, string][]) {
    const entry = fields.entry(name);
    if (entry === undefined) continue;
    fields.read(name);
    warnKey(context, entry, instead);
  }
}
