/** Steps with a prompt. An audit and a verification are steps that it brings along. */
import type { Located, LocatedEntry } from '../../document/located.ts';
import { insertEntry, removeEntry } from '../../document/map-edits.ts';
import { type Fields, readMap, reportMissing } from '../../document/read-map.ts';
import { readBoolean } from '../../document/read-value.ts';
import type { PromptStep } from '../schema.ts';
import { readAssessmentRefs } from './parse-assessments.ts';
import { readConsequences } from './parse-consequences.ts';
import { readContract } from './parse-contract.ts';
import { readCriteria } from './parse-criteria.ts';
import { readCalls, readReferences } from './parse-functions.ts';
import { readModelHint } from './parse-model.ts';
import { readFragments, readPromptBlocks } from './parse-prompt.ts';
import { type ParseScope, warnKey } from './parse-scope.ts';
import { headKeys, headSynonyms, readHead, type StepHead, type StepText } from './parse-step-head.ts';
import { readSized, readTexts } from './parse-text.ts';

const longestPrompt = 8192;
export const promptPlaceholder = 'Say what is to be done.';

export const promptKeys = [
  'prompt',
  'promptBlocks',
  'promptFragments',
  'templateCall',
  'agentRole',
  'guidance',
  'askForFiles',
  'hasValidation',
  'validationCriteria',
  'functionCalls',
  'functionReferences',
  'outputContract',
  'assessmentRefs',
  'assessmentConsequences',
  'notesOptional',
  'modelTier',
  'modelHint',
  'audit',
  'verification',
] as const;

const keys = [...headKeys, ...promptKeys] as const;
type PromptFields = Fields<(typeof keys)[number]>;

const synonyms = {
  ...headSynonyms,
  instructions: 'prompt',
  text: 'prompt',
  role: 'agentRole',
  validation: 'validationCriteria',
  criteria: 'validationCriteria',
  files: 'askForFiles',
  model: 'modelHint',
} as const;

/** @param elsewhere keys of other kinds of steps, and why they are not for here */
export function readPromptStep(
  scope: ParseScope,
  text: StepText,
  elsewhere: Readonly<Record<string, string>>,
): PromptStep | undefined {
  const fields: PromptFields | undefined = readMap(scope.violations, text.map, {
    what: 'A step',
    keys,
    elsewhere,
    synonyms,
    required: { id: text.fallbackId, title: text.fallbackTitle },
  });
  if (fields === undefined) return undefined;
  const { violations } = scope;
  const head = readHead(scope, fields, text, 'step');
  const role = { what: 'The role of the agent', least: 10, most: 1024 };
  readBoolean(violations, fields.value('hasValidation'), '“hasValidation”');
  readBoolean(violations, fields.value('notesOptional'), '“notesOptional”');
  warnKey(scope, fields.entry('notesOptional'), 'what has to be in the output is said by its criteria alone');
  const refs = readAssessmentRefs(scope, fields.value('assessmentRefs'));
  const step: PromptStep = {
    ...plainStep(head, readPrompt(scope, fields)),
    functions: head.functions,
    confirmation: head.confirmation,
    fragments: readFragments(scope, fields.value('promptFragments')),
    agentRole: readSized(violations, fields.value('agentRole'), role) ?? null,
    guidance: readTexts(violations, fields.value('guidance'), {
      what: 'The list “guidance”',
      least: 0,
      repeats: true,
    }),
    askForFiles: readBoolean(violations, fields.value('askForFiles'), '“askForFiles”') ?? false,
    modelHint: readModelHint(violations, fields) ?? scope.modelHint,
    criteria: readCriteria(scope, fields.value('validationCriteria')),
    contract: readContract(scope, fields.value('outputContract')),
    assessmentRefs: refs,
    consequences: readConsequences(scope, fields, refs),
    functionCalls: readCalls(violations, fields.value('functionCalls')),
    functionReferences: readReferences(violations, fields.value('functionReferences')),
  };
  return { ...step, checks: readChecks(scope, fields, step) };
}

/** A step that says nothing but what is to be done. */
export function plainStep(
  { id, title, runCondition, at }: Pick<StepHead, 'id' | 'title' | 'runCondition' | 'at'>,
  prompt: string,
  modelHint: string | null = null,
): PromptStep {
  return {
    kind: 'prompt',
    id,
    title,
    runCondition,
    confirmation: { kind: 'never' },
    functions: [],
    at,
    prompt,
    fragments: [],
    agentRole: null,
    guidance: [],
    askForFiles: false,
    modelHint,
    criteria: null,
    contract: null,
    assessmentRefs: [],
    consequences: [],
    functionCalls: [],
    functionReferences: [],
    checks: [],
  };
}

function readPrompt(scope: ParseScope, fields: PromptFields): string {
  const { violations } = scope;
  const template = fields.entry('templateCall');
  const prompt = fields.value('prompt');
  const blocks = fields.entry('promptBlocks');
  if (template !== undefined) {
    if (prompt === undefined && blocks === undefined) return reportTemplate(scope, fields, template);
    warnKey(scope, template, 'nothing is put into the step but what its prompt says');
  }
  if (prompt !== undefined && blocks !== undefined) {
    violations.report({
      at: blocks.keySpan,
      path: blocks.value.path,
      rule: 'misplaced-key',
      message: 'A step has “prompt” or “promptBlocks”, not both.',
      expected: 'one of prompt, promptBlocks',
      actual: 'both',
      suggestion: {
        text: 'Remove “promptBlocks”.',
        edits: removeEntry(violations.source, fields.map, blocks),
      },
    });
  }
  if (prompt !== undefined) return readPromptText(scope, prompt, 'The prompt of a step') ?? '';
  if (blocks !== undefined) return readPromptBlocks(scope, blocks.value);
  reportMissing(violations, fields.map, 'prompt', promptPlaceholder, 'A step');
  return promptPlaceholder;
}

/** Of a step that has nothing else to say. */
function reportTemplate({ violations }: ParseScope, fields: PromptFields, template: LocatedEntry): string {
  violations.report({
    at: template.keySpan,
    path: template.value.path,
    rule: 'missing-key',
    message:
      '“templateCall” is not supported, so the step needs “prompt”: write there what the template says.',
    expected: 'prompt: … in place of “templateCall”',
    actual: 'nothing',
    suggestion: {
      text: `Add prompt: ${JSON.stringify(promptPlaceholder)}`,
      edits: insertEntry(violations.source, fields.map, 'prompt', promptPlaceholder),
    },
  });
  return promptPlaceholder;
}

export function readPromptText(
  { violations }: ParseScope,
  located: Located | undefined,
  what: string,
): string | undefined {
  return readSized(violations, located, { what, most: longestPrompt, instead: promptPlaceholder });
}

/** How what was done is looked at, by steps of their own. */
function readChecks(scope: ParseScope, fields: PromptFields, step: PromptStep): readonly PromptStep[] {
  const audit = fields.value('audit');
  const verification = fields.value('verification');
  const follow = (name: string, title: string, { path }: Located, prompt: string): PromptStep =>
    plainStep(
      { ...step, id: `${step.id}.${name}`, title: `${title}: ${step.title}`, at: { ...step.at, path } },
      prompt,
      step.modelHint,
    );
  return [
    ...(audit === undefined ? [] : [follow('audit', 'Audit', audit, readAudit(scope, audit))]),
    ...(verification === undefined
      ? []
      : [follow('verification', 'Verification', verification, readVerification(scope, verification))]),
  ];
}

function readAudit(scope: ParseScope, located: Located): string {
  const fields = readMap(scope.violations, located, {
    what: 'An audit',
    keys: ['prompt', 'rubric'],
    required: { prompt: 'Look at what was done with fresh eyes.' },
  });
  const prompt = readPromptText(scope, fields?.value('prompt'), 'The prompt of an audit') ?? '';
  const rubric = readTexts(scope.violations, fields?.value('rubric'), { what: 'The list “rubric”' });
  if (rubric.length === 0) return prompt;
  return [prompt, `## Rubric\n${rubric.map((line) => `- ${line}`).join('\n')}`].join('\n\n');
}

function readVerification(scope: ParseScope, located: Located): string {
  const { violations } = scope;
  const fields = readMap(violations, located, { what: 'A verification', keys: ['command', 'prompt'] });
  if (fields === undefined) return '';
  const command = readSized(violations, fields.value('command'), { what: 'The command of a verification' });
  const prompt = readPromptText(scope, fields.value('prompt'), 'The prompt of a verification');
  if (fields.value('command') === undefined && fields.value('prompt') === undefined) {
    reportMissing(violations, fields.map, 'command', 'npm test', 'A verification');
  }
  const run = command === undefined ? '' : `Run this command and report what it prints:\n\n    ${command}`;
  return [run, prompt ?? ''].filter((part) => part !== '').join('\n\n');
}
