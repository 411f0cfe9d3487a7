/** Parses a document as a guide and reports all problems; invalid values are read as their likely meaning. */
import type { Located, LocatedMap } from '../../document/located.ts';
import { insertEntry } from '../../document/map-edits.ts';
import type { SourceDocument } from '../../document/parse-document.ts';
import { type MapFields, readMap } from '../../document/read-map.ts';
import { readInteger, readList, readOneOf, readText } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { Guide, GuideStep } from '../schema.ts';
import { type GuideKey, guideKeys } from './guide-keys.ts';
import { type GuideParseContext, warnKey } from './guide-parse-context.ts';
import { readAssessments } from './parse-assessments.ts';
import { readFunctions } from './parse-functions.ts';
import { collectStepIds, readGuideId } from './parse-id.ts';
import { readModelHint } from './parse-model.ts';
import { firstStep, readSteps } from './parse-step.ts';
import { readTexts, readTextWithin } from './parse-text.ts';

/** They follow each other. */
const maxSteps = 1000;

type GuideFields = MapFields<GuideKey>;

/** @returns null if the document cannot be a guide */
export function parseGuide(source: SourceDocument, violations: Reporter, warnings: Reporter): Guide | null {
  if (source.root === null) {
    if (source.violations.length === 0) reportEmpty(violations);
    return null;
  }
  const fields: GuideFields | undefined = readMap(violations, source.root, {
    what: 'A guide',
    keys: guideKeys,
    synonyms: { title: 'name', summary: 'description', functions: 'functionDefinitions', tasks: 'steps' },
    required: {
      id: 'my-guide',
      name: 'My guide',
      description: 'Say what it is for.',
      steps: [firstStep],
    },
  });
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
  const assessments = readAssessments(violations, fields.value('assessments'));
  const context: GuideParseContext = {
    violations,
    warnings,
    ...collectStepIds(violations, fields.value('steps')),
    modelHint: readModelHint(violations, fields),
    assessments,
  };
  const text = (key: GuideKey, what: string, maxLength: number, instead?: string): string =>
    readTextWithin(violations, fields.value(key), {
      what,
      maxLength,
      ...(instead === undefined ? {} : { instead }),
    }) ?? '';
  const lines = (key: 'preconditions' | 'clarificationPrompts' | 'metaGuidance'): readonly string[] =>
    readTexts(violations, fields.value(key), { what: `The list “${key}”`, maxLength: 256 });
  readHarmless(context, fields);
  warnOfUnsupported(context, fields);
  return {
    id: readGuideId(violations, fields.value('id')),
    name: text('name', 'The name of a guide', 128, 'My guide'),
    description: text('description', 'The description of a guide', 512, 'Say what it is for.'),
    version: readVersion(context, fields),
    category: text('category', 'The category of a guide', 64),
    tags: readTexts(violations, fields.value('tags'), {
      what: 'The list “tags”',
      maxLength: 64,
      maxCount: 50,
    }),
    about: text('about', '“about”', 4096),
    examples: readTexts(violations, fields.value('examples'), {
      what: 'The list “examples”',
      minLength: 10,
      maxLength: 120,
      minCount: 1,
      maxCount: 6,
    }),
    preconditions: lines('preconditions'),
    clarificationPrompts: lines('clarificationPrompts'),
    metaGuidance: lines('metaGuidance'),
    functions: readFunctions(violations, fields.value('functionDefinitions'), 'workflow'),
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

const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

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

const autonomies = ['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop'] as const;
const policies = ['conservative', 'balanced', 'aggressive'] as const;
const profiles = ['coding', 'review', 'research', 'design', 'ticket', 'none'] as const;

/** Reads keys for other programs: they must be valid, and have no effect here. */
function readHarmless({ violations }: GuideParseContext, fields: GuideFields): void {
  readTextWithin(violations, fields.value('$schema'), { what: '“$schema”' });
  readInteger(violations, fields.value('validatedAgainstSpecVersion'), '“validatedAgainstSpecVersion”', {
    minimum: 0,
  });
  readOneOf(violations, fields.value('metricsProfile'), profiles, '“metricsProfile”', undefined);
  const located = fields.value('recommendedPreferences');
  if (located === undefined) return;
  const preferences = readMap(violations, located, {
    what: '“recommendedPreferences”',
    keys: ['recommendedAutonomy', 'recommendedRiskPolicy'],
  });
  const autonomy = preferences?.value('recommendedAutonomy');
  readOneOf(violations, autonomy, autonomies, '“recommendedAutonomy”', undefined);
  const policy = preferences?.value('recommendedRiskPolicy');
  readOneOf(violations, policy, policies, '“recommendedRiskPolicy”', undefined);
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

const lists: readonly string[] = ['features', 'extensionPoints', 'references'];

function warnOfUnsupported(context: GuideParseContext, fields: GuideFields): void {
  for (const [name, instead] of Object.entries(unsupported) as [keyof typeof unsupported, string][]) {
    const entry = fields.entry(name);
    if (entry === undefined) continue;
    if (lists.includes(name)) readList(context.violations, entry.value, `The list “${name}”`);
    warnKey(context, entry, instead);
  }
}
