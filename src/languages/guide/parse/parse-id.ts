/** Parses the ids of guides and steps: validates their form, and derives a valid id from an invalid one. */
import { findNearest } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import { findEntry, type Located, type LocatedScalar } from '../../document/located.ts';
import { readText } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter, SpanEdit } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { JsonSchema } from '../../document/shape.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readTextWithin } from './parse-text.ts';

const minLength = 3;
const maxLength = 64;

interface IdRules {
  readonly pattern: RegExp;
  readonly inWords: string;
  /** Prefix for an id that is too short. */
  readonly prefix: string;
}

export const ofGuide: IdRules = {
  pattern: /^(?:[a-z0-9_-]+|[a-z][a-z0-9_-]+\.[a-z][a-z0-9_-]+)$/,
  inWords: 'lower-case letters, digits, - and _, with at most one dot between two words',
  prefix: 'guide',
};

/** Dots are reserved for generated steps: `plan.audit`. */
export const ofStep: IdRules = {
  pattern: /^[a-z0-9_-]+$/,
  inWords: 'lower-case letters, digits, - and _',
  prefix: 'step',
};

export const schemaOfId = ({ pattern }: IdRules): JsonSchema => ({
  type: 'string',
  minLength,
  maxLength,
  pattern: pattern.source,
});

/** @returns empty if there is none */
export function readGuideId(reporter: Reporter, located: Located | undefined): string {
  const written = readText(reporter, located, 'The id of a guide');
  if (written === undefined || located?.kind !== 'scalar') return '';
  const better = usableId(written, ofGuide);
  if (better === written) return written;
  reportId(reporter, located, ofGuide, 'a guide', better, replaceScalar(reporter.source, located, better));
  return better;
}

/** @returns the id, or `undefined` if there is none */
export function readStepId(context: GuideParseContext, located: Located | undefined): string | undefined {
  const reporter = context.violations;
  const written = readText(reporter, located, 'The id of a step');
  if (written === undefined || located?.kind !== 'scalar') return undefined;
  const better = context.aliases.get(written) ?? usableId(written, ofStep);
  if (better === written) return written;
  reportId(reporter, located, ofStep, 'a step', better, [
    ...replaceScalar(reporter.source, located, better),
    ...context.renameStep(written, better),
  ]);
  return better;
}

function reportId(
  reporter: Reporter,
  located: LocatedScalar,
  rules: IdRules,
  whose: string,
  better: string,
  edits: readonly SpanEdit[],
): void {
  const written = String(located.value);
  const { length } = written;
  const wrongLength = length < minLength || length > maxLength;
  report(reporter, located, {
    rule: 'bad-id',
    message: rules.pattern.test(written)
      ? `The id of ${whose} must have ${minLength} to ${maxLength} characters, but has ${length}.`
      : `The id of ${whose} can contain only ${rules.inWords}${wrongLength ? `, ${minLength} to ${maxLength} of them` : ''}.`,
    expected: better,
    actual: describeLocated(located),
    suggestion: { text: `Rename it to ${better}.`, edits },
  });
}

function usableId(written: string, rules: IdRules): string {
  const fits = written.length >= minLength && written.length <= maxLength;
  if (fits && rules.pattern.test(written)) return written;
  const plain = written
    .slice(0, 4 * maxLength)
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, maxLength - 4);
  if (plain.length >= minLength) return plain;
  return plain === '' ? rules.prefix : `${rules.prefix}-${plain}`;
}

/** The id of a part, unique among its siblings; a duplicate is read as a free one. */
export function readUniqueId(
  reporter: Reporter,
  located: Located | undefined,
  whose: string,
  fallback: string,
  seen: Set<string>,
): string {
  const id = readTextWithin(reporter, located, { what: `The id of ${whose}`, instead: fallback }) ?? fallback;
  if (seen.has(id) && located?.kind === 'scalar') {
    let better = `${id}-2`;
    for (let count = 3; seen.has(better); count += 1) better = `${id}-${count}`;
    report(reporter, located, {
      rule: 'duplicate-id',
      message: `The id “${id}” of ${whose} is already used.`,
      expected: 'a unique id',
      actual: describeLocated(located),
      suggestion: { text: `Rename it to ${better}.`, edits: replaceScalar(reporter.source, located, better) },
    });
    seen.add(better);
    return better;
  }
  seen.add(id);
  return id;
}

/** The ids of all steps of a document, collected before the document is parsed. */
export interface StepIds extends Pick<GuideParseContext, 'aliases' | 'renameStep' | 'freeId' | 'missingId'> {}

export function collectStepIds(reporter: Reporter, steps: Located | undefined): StepIds {
  const written = new Set<string>();
  const references: LocatedScalar[] = [];
  const collect = (located: Located | undefined): void => {
    if (located?.kind !== 'list') return;
    for (const step of located.items) {
      if (step.kind !== 'map') continue;
      const id = findEntry(step, 'id')?.value;
      if (id?.kind === 'scalar' && id.value !== null) written.add(String(id.value));
      const body = findEntry(step, 'body')?.value;
      if (body?.kind === 'scalar') references.push(body);
      else collect(body);
    }
  };
  collect(steps);
  const taken = new Set(written);
  const freeId = (wanted: string): string => {
    let id = wanted;
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`;
    taken.add(id);
    return id;
  };
  const aliases = new Map<string, string>();
  for (const id of written) {
    const better = usableId(id, ofStep);
    if (better !== id) aliases.set(id, freeId(better));
  }
  return {
    aliases,
    freeId,
    missingId: (wanted) => {
      // If another id is similar, that id was intended, and the reference is reported as misspelled.
      const meant = references
        .map(({ value }) => String(value))
        .find((id) => !taken.has(id) && findNearest(id, [...written]) === undefined);
      return freeId(meant !== undefined && usableId(meant, ofStep) === meant ? meant : wanted);
    },
    renameStep: (id, better) =>
      references
        .filter(({ value }) => value === id)
        .flatMap((reference) => replaceScalar(reporter.source, reference, better)),
  };
}
