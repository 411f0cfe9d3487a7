/** The shape of a guide. */
import { shape } from '../../document/shape.ts';
import { anything, described, integer, nested, oneOf } from '../../document/value-types.ts';
import { ofGuide, schemaOfId } from './parse-id.ts';
import { items, quoted, texts, within } from './parse-text.ts';
import { assessmentShape, functions } from './part-shapes.ts';
import { firstStep, modelKeys, steps } from './step-shapes.ts';

const preferencesShape = shape({
  name: 'preferences',
  whatOf: quoted,
  what: '“recommendedPreferences”',
  keys: {
    recommendedAutonomy: {
      type: oneOf(['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop']),
      doc: 'How much the agent decides alone.',
    },
    recommendedRiskPolicy: {
      type: oneOf(['conservative', 'balanced', 'aggressive']),
      doc: 'Which risks the agent takes.',
    },
  },
});

const lines = texts({ maxLength: 256 });
const unsupportedList = { type: items(anything, { repeats: true }), doc: 'Not supported.' } as const;

export const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

export const guideShape = shape({
  name: 'guide',
  what: 'A guide',
  whatOf: quoted,
  keys: {
    $schema: { type: within(), doc: 'The schema, for editors.' },
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
      type: described('text', { type: 'string', pattern: semver.source }),
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
      doc: 'Words that the guide is found by.',
    },
    about: { type: within({ maxLength: 4096 }), doc: 'More about the guide, for people.' },
    examples: {
      type: texts({ minLength: 10, maxLength: 120, minCount: 1, maxCount: 6 }),
      doc: 'Tasks that the guide suits.',
    },
    preconditions: { type: lines, doc: 'What must be true before the guide starts.' },
    clarificationPrompts: { type: lines, doc: 'What the agent asks before it starts.' },
    metaGuidance: { type: lines, doc: 'What the agent keeps in mind at every step.' },
    functionDefinitions: { ...functions, doc: 'Functions that every step can call.' },
    assessments: {
      type: items(nested(assessmentShape), { repeats: true }),
      what: 'The list of assessments',
      doc: 'Judgements that steps refer to.',
    },
    steps: { type: steps, doc: 'The steps, in order.', placeholder: [firstStep], aliases: ['tasks'] },
    ...modelKeys,
    recommendedPreferences: { type: nested(preferencesShape), doc: 'Not supported.' },
    features: unsupportedList,
    extensionPoints: unsupportedList,
    bindings: { type: anything, doc: 'Not supported.' },
    references: unsupportedList,
    validatedAgainstSpecVersion: {
      type: integer({ minimum: 0 }),
      doc: 'Not supported.',
    },
    metricsProfile: {
      type: oneOf(['coding', 'review', 'research', 'design', 'ticket', 'none']),
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
