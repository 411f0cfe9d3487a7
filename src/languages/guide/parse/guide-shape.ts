/** The shape of a guide. */
import { shape } from '../../document/shape.ts';
import { anything, described, integer, list, nested, oneOf } from '../../document/value-types.ts';
import { ofGuide, schemaOfId } from './parse-id.ts';
import { texts, within } from './parse-text.ts';
import { assessmentShape, functions } from './part-shapes.ts';
import { firstStep, modelKeys, steps } from './step-shapes.ts';

const preferencesShape = shape({
  name: 'preferences',
  what: '“recommendedPreferences”',
  keys: {
    recommendedAutonomy: {
      type: oneOf(['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop']),
      what: '“recommendedAutonomy”',
      doc: 'How much the agent decides alone.',
    },
    recommendedRiskPolicy: {
      type: oneOf(['conservative', 'balanced', 'aggressive']),
      what: '“recommendedRiskPolicy”',
      doc: 'Which risks the agent takes.',
    },
  },
});

const lines = (name: string, doc: string) =>
  ({ type: texts({ maxLength: 256 }), what: `The list “${name}”`, doc }) as const;

const unsupportedList = (name: string) =>
  ({ type: list(anything), what: `The list “${name}”`, doc: 'Not supported.' }) as const;

export const guideShape = shape({
  name: 'guide',
  what: 'A guide',
  keys: {
    $schema: { type: within(), what: '“$schema”', doc: 'The schema, for editors.' },
    id: {
      type: described('text', schemaOfId(ofGuide)),
      doc: 'The id of the guide: 3 to 64 lower-case letters, digits, - and _, with at most one dot.',
      placeholder: 'my-guide',
    },
    name: {
      type: within({ maxLength: 128, instead: 'My guide' }),
      what: 'The name of a guide',
      doc: 'The name of the guide.',
      placeholder: 'My guide',
      aliases: ['title'],
    },
    description: {
      type: within({ maxLength: 512, instead: 'Say what it is for.' }),
      what: 'The description of a guide',
      doc: 'What the guide is for. People and agents choose a guide by it.',
      placeholder: 'Say what it is for.',
      aliases: ['summary'],
    },
    version: {
      type: described('text', { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(?:[-+]|$)' }),
      doc: 'The version of the guide: three numbers separated by dots.',
      example: '1.0.0',
    },
    category: {
      type: within({ maxLength: 64 }),
      what: 'The category of a guide',
      doc: 'The category, for lists of guides.',
    },
    tags: {
      type: texts({ maxLength: 64, maxCount: 50 }),
      what: 'The list “tags”',
      doc: 'Words that the guide is found by.',
    },
    about: { type: within({ maxLength: 4096 }), what: '“about”', doc: 'More about the guide, for people.' },
    examples: {
      type: texts({ minLength: 10, maxLength: 120, minCount: 1, maxCount: 6 }),
      what: 'The list “examples”',
      doc: 'Tasks that the guide suits.',
    },
    preconditions: lines('preconditions', 'What must be true before the guide starts.'),
    clarificationPrompts: lines('clarificationPrompts', 'What the agent asks before it starts.'),
    metaGuidance: lines('metaGuidance', 'What the agent keeps in mind at every step.'),
    functionDefinitions: { ...functions, doc: 'Functions that every step can call.' },
    assessments: {
      type: list(nested(assessmentShape)),
      what: 'The list of assessments',
      doc: 'Judgements that steps refer to.',
    },
    steps: { type: steps, doc: 'The steps, in order.', placeholder: [firstStep], aliases: ['tasks'] },
    ...modelKeys,
    recommendedPreferences: { type: nested(preferencesShape), doc: 'Not supported.' },
    features: unsupportedList('features'),
    extensionPoints: unsupportedList('extensionPoints'),
    bindings: { type: anything, doc: 'Not supported.' },
    references: unsupportedList('references'),
    validatedAgainstSpecVersion: {
      type: integer({ minimum: 0 }),
      what: '“validatedAgainstSpecVersion”',
      doc: 'Not supported.',
    },
    metricsProfile: {
      type: oneOf(['coding', 'review', 'research', 'design', 'ticket', 'none']),
      what: '“metricsProfile”',
      doc: 'Not supported.',
    },
  },
});

export type GuideKey = keyof typeof guideShape.keys;
export const guideKeys = Object.keys(guideShape.keys) as readonly GuideKey[];

/** Keys that other documents rarely have. */
export const identifyingKeys: readonly GuideKey[] = [
  'steps',
  'preconditions',
  'clarificationPrompts',
  'metaGuidance',
  'functionDefinitions',
  'recommendedPreferences',
  'extensionPoints',
  'validatedAgainstSpecVersion',
  'metricsProfile',
];
