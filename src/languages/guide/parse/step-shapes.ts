/** The shapes of steps: with a prompt, loops, and steps that delegate. */
import type { ShapeFields } from '../../document/read-shape.ts';
import { type Keys, type MapShape, shape, type ValueType } from '../../document/shape.ts';
import { anything, boolean, described, integer, list, nested, oneOf } from '../../document/value-types.ts';
import { functionReference } from './parse-functions.ts';
import { ofStep, schemaOfId } from './parse-id.ts';
import { items, quoted, texts, within } from './parse-text.ts';
import {
  callShape,
  condition,
  confirmation,
  consequenceShape,
  contractShape,
  criteria,
  functions,
  identifier,
  loopControl,
  maxConsequences,
  maxVariableLength,
  prompt,
} from './part-shapes.ts';
import {
  auditShape,
  blocksShape,
  fragmentShape,
  promptPlaceholder,
  verificationShape,
} from './prompt-shapes.ts';

/** An example step. */
export const firstStep = { id: 'first-step', title: 'First step', prompt: promptPlaceholder };

export const modelKeys = {
  modelTier: {
    type: oneOf(['lightweight', 'mid', 'heavy']),
    what: 'The tier of the model',
    doc: 'The kind of model that suits the work.',
  },
  modelHint: {
    type: within({ maxLength: 256 }),
    what: 'The hint for a model',
    doc: 'The model that suits the work, in words. Takes precedence over the tier.',
  },
} as const;

export type ModelFields = Pick<ShapeFields<typeof modelKeys>, 'read'>;

export const maxTitleLength = 128;

const head = (kind?: 'loop' | 'parallel') => ({
  id: {
    type: described('text', schemaOfId(ofStep)),
    doc: 'The id of the step: 3 to 64 lower-case letters, digits, - and _.',
    placeholder: 'step-1',
  },
  type:
    kind === undefined
      ? { type: described('—', { not: {} }), doc: 'Only a loop or a parallel step has a type.' }
      : { type: described(kind, { const: kind }), doc: 'The kind of the step.', placeholder: kind },
  title: {
    type: within({ maxLength: maxTitleLength }),
    doc: 'The title of the step.',
    placeholder: 'Step 1',
    aliases: ['name'],
  },
  runCondition: {
    type: condition,
    doc: 'The step is skipped if this does not hold.',
    aliases: ['when', 'if', 'condition'],
  },
  requireConfirmation: {
    type: confirmation,
    doc: 'Whether a person must confirm the step before the next one begins: true, or a condition.',
    aliases: ['confirm'],
  },
  functionDefinitions: { ...functions, doc: 'Functions that the step defines.' },
});

export type HeadFields = ShapeFields<ReturnType<typeof head>>;

const promptKeys = {
  prompt: {
    type: prompt,
    doc: 'What the agent is told to do. {{name}} is filled from the context.',
    aliases: ['instructions', 'text'],
  },
  promptBlocks: {
    type: nested(blocksShape),
    doc: 'The prompt in blocks, in place of “prompt”.',
  },
  promptFragments: {
    type: items(nested(fragmentShape), { repeats: true }),
    what: 'The list of fragments',
    doc: 'What is added to the prompt under conditions.',
  },
  templateCall: { type: anything, doc: 'Not supported: write the text of the template in “prompt”.' },
  agentRole: {
    type: within({ minLength: 10, maxLength: 1024 }),
    what: 'The role of the agent',
    doc: 'The role that the agent takes.',
    aliases: ['role'],
  },
  guidance: {
    type: texts({ minLength: 0, repeats: true }),
    doc: 'Advice for the agent.',
  },
  askForFiles: {
    type: boolean,
    default: false,
    doc: 'Whether files are wanted.',
    aliases: ['files'],
  },
  hasValidation: {
    type: boolean,
    doc: 'States that there are criteria; has no other effect.',
  },
  validationCriteria: {
    type: criteria,
    doc: 'The rules that the output must meet.',
    aliases: ['validation', 'criteria'],
  },
  functionCalls: {
    type: items(nested(callShape), { repeats: true }),
    what: 'The list of calls',
    doc: 'Functions that the step calls.',
  },
  functionReferences: {
    type: items(described('texts', { type: 'string', pattern: functionReference.source })),
    doc: 'Functions that the prompt refers to, as “name()”.',
  },
  outputContract: {
    type: nested(contractShape),
    doc: 'The contract that the output fulfils.',
  },
  assessmentRefs: {
    type: items(described('texts', { type: 'string', minLength: 1 })),
    doc: 'The assessments that the agent makes.',
  },
  assessmentConsequences: {
    type: items(nested(consequenceShape), { maxCount: maxConsequences, repeats: true }),
    doc: 'What follows from the assessments.',
  },
  notesOptional: { type: boolean, doc: 'Not supported.' },
  ...modelKeys,
} as const;

const checks = {
  audit: {
    type: nested(auditShape),
    doc: 'A review of the output, as a step of its own.',
  },
  verification: {
    type: nested(verificationShape),
    doc: 'A verification of the output, as a step of its own.',
  },
} satisfies Keys;

export const promptStepShape = shape({
  name: 'prompt_step',
  what: 'A step',
  whatOf: quoted,
  keys: {
    ...head(),
    ...promptKeys,
    modelHint: { ...modelKeys.modelHint, aliases: ['model'] },
    ...checks,
  },
  together: {
    anyOf: [{ required: ['prompt'] }, { required: ['promptBlocks'] }],
    not: { required: ['prompt', 'promptBlocks'] },
    allOf: [{ anyOf: [{ required: ['assessmentRefs'] }, { not: { required: ['assessmentConsequences'] } }] }],
  },
});

export const contextSourceShape = shape({
  name: 'context_source',
  what: 'The source of a condition',
  keys: {
    kind: { type: oneOf(['context_variable']), doc: 'The context decides.', placeholder: 'context_variable' },
    condition: {
      type: condition,
      doc: 'The condition of the loop.',
      placeholder: { var: 'goOn', equals: true },
    },
  },
});

export const contractSourceShape = shape({
  name: 'contract_source',
  what: 'The source of a condition',
  keys: {
    kind: {
      type: oneOf(['artifact_contract']),
      doc: 'The steps of the loop decide.',
      placeholder: 'artifact_contract',
    },
    contractRef: {
      type: described(loopControl, { const: loopControl }),
      doc: 'The contract of the step that decides.',
      placeholder: loopControl,
    },
    loopId: {
      type: described('text', { type: 'string', minLength: 1 }),
      doc: 'The name of the loop in its contracts. Default: the id of the step.',
    },
  },
});

export const maxPasses = 1000;
const variableName = { type: 'string', minLength: 1, maxLength: maxVariableLength } as const;

const loopTypes = ['while', 'until', 'for', 'forEach'] as const;
export type LoopType = (typeof loopTypes)[number];

export const loopShape = shape({
  name: 'loop',
  what: 'A loop',
  whatOf: quoted,
  keys: {
    type: {
      type: oneOf(loopTypes),
      what: 'The type of a loop',
      doc: 'What decides how often the body runs.',
      placeholder: 'while',
      aliases: ['kind'],
    },
    condition: { type: condition, doc: 'The condition of while and until.' },
    conditionSource: {
      type: described('map', (refer) => ({ anyOf: [refer(contextSourceShape), refer(contractSourceShape)] })),
      doc: 'What decides in place of a condition.',
    },
    items: {
      type: described('name', variableName),
      doc: 'The variable with the list of forEach.',
      aliases: ['over', 'list'],
    },
    count: {
      type: described('number or name', {
        anyOf: [
          { type: 'integer', minimum: 0, maximum: maxPasses },
          { ...variableName, pattern: '[^\\d\\s.+-]' },
        ],
      }),
      doc: 'How often the body of for runs: a number, or the variable with it.',
      aliases: ['times'],
    },
    maxIterations: {
      type: integer({ minimum: 1, maximum: maxPasses }),
      default: 100,
      doc: 'How often the body runs at most.',
      placeholder: 100,
      aliases: ['max'],
    },
    iterationVar: { type: identifier, doc: 'A name for the number of the pass, from 1.' },
    itemVar: { type: identifier, doc: 'A name for the item of the pass.' },
    indexVar: { type: identifier, doc: 'A name for the index of the item, from 0.' },
  },
  together: {
    anyOf: [
      { properties: { type: { const: 'for' } }, required: ['count'] },
      { properties: { type: { const: 'forEach' } }, required: ['items'] },
      { properties: { type: { enum: ['while', 'until'] } }, required: ['condition'] },
      { properties: { type: { enum: ['while', 'until'] } }, required: ['conditionSource'] },
    ],
  },
});

const loopKeys = {
  loop: {
    type: nested(loopShape),
    doc: 'How often the body runs.',
    placeholder: { type: 'for', count: 1, maxIterations: 1 },
  },
  body: {
    type: described('steps, or the id of a step', (refer) => ({
      anyOf: [{ type: 'string', minLength: 1 }, steps.schema(refer)],
    })),
    doc: 'The steps that are repeated, or the id of a step of the guide.',
    placeholder: [firstStep],
    aliases: ['steps'],
  },
  ...modelKeys,
} as const;

export const loopStepShape = shape({
  name: 'loop_step',
  what: 'A loop step',
  keys: { ...head('loop'), ...loopKeys },
});

const firstDelegation = { workflowId: 'workflow-1', goal: promptPlaceholder };

export const delegationShape = shape({
  name: 'delegation',
  what: 'A delegation',
  keys: {
    workflowId: {
      type: within({ maxLength: 128 }),
      what: 'The workflow of a delegation',
      doc: 'The guide or workflow that is run.',
      placeholder: firstDelegation.workflowId,
      aliases: ['workflow', 'id'],
    },
    goal: {
      type: prompt,
      doc: 'What it is to reach.',
      placeholder: firstDelegation.goal,
      aliases: ['prompt'],
    },
    runCondition: { type: condition, doc: 'The delegation is skipped if this does not hold.' },
    contextMapping: {
      type: described('map of names', {
        type: 'object',
        additionalProperties: { type: 'string', minLength: 1 },
      }),
      doc: 'Variables of this guide that are passed on, by the name that they get.',
    },
    args: { type: described('map', { type: 'object' }), doc: 'Values that are passed on, by name.' },
    ...modelKeys,
    allowedTools: {
      type: texts(),
      doc: 'The only tools that may be used.',
      aliases: ['tools'],
    },
  },
});

export const synthesisShape = shape({
  name: 'synthesis',
  what: 'A synthesis',
  keys: {
    prompt: {
      type: prompt,
      doc: 'How the outputs are combined.',
      placeholder: 'Combine the outputs of the delegations.',
    },
    outputContract: promptKeys.outputContract,
  },
});

export const maxDelegations = 50;

const parallelKeys = {
  parallelDelegations: {
    type: items(nested(delegationShape), { minCount: 1, maxCount: maxDelegations, repeats: true }),
    doc: 'What is delegated, each to an agent of its own.',
    placeholder: [firstDelegation],
    aliases: ['delegations'],
  },
  synthesis: {
    type: nested(synthesisShape),
    doc: 'A step that combines the outputs.',
  },
  ...modelKeys,
} as const;

export const parallelStepShape = shape({
  name: 'parallel_step',
  what: 'A parallel step',
  keys: { ...head('parallel'), ...parallelKeys },
});

export const ownKeys: Readonly<Record<'prompt' | 'loop' | 'parallel', readonly string[]>> = {
  prompt: [...Object.keys(promptKeys), ...Object.keys(checks)],
  loop: Object.keys(loopKeys),
  parallel: Object.keys(parallelKeys),
};

const stepShapes: readonly MapShape[] = [promptStepShape, loopStepShape, parallelStepShape];

export const steps: ValueType<unknown> = list(
  described('steps', (refer) => ({ anyOf: stepShapes.map(refer) })),
  { minItems: 1 },
);
