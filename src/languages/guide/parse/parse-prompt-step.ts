/** Parses steps with a prompt. An audit and a verification become steps of their own. */
import type { Located, LocatedEntry } from '../../document/located.ts';
import { insertEntry, removeEntry } from '../../document/map-edits.ts';
import { readShape, reportMissing, type ShapeFields, type ShapeOptions } from '../../document/read-shape.ts';
import type { PromptStep } from '../model/schema.ts';
import { type GuideParseContext, warnKey } from './guide-parse-context.ts';
import { readAssessmentRefs } from './parse-assessments.ts';
import { readConsequences } from './parse-consequences.ts';
import { readContract } from './parse-contract.ts';
import { parseCriteria } from './parse-criteria.ts';
import { readCalls, readReferences } from './parse-functions.ts';
import { readModelHint } from './parse-model.ts';
import { readFragments, readPromptBlocks } from './parse-prompt.ts';
import { readHead, type StepHead, type StepText } from './parse-step-head.ts';
import { readTextWithin } from './parse-text.ts';
import { maxPromptLength } from './part-shapes.ts';
import { auditShape, promptPlaceholder, verificationShape } from './prompt-shapes.ts';
import { promptStepShape } from './step-shapes.ts';

type PromptFields = ShapeFields<typeof promptStepShape.keys>;

/** @param whyMisplaced why a key of another kind of step does not apply */
export function readPromptStep(
  context: GuideParseContext,
  text: StepText,
  whyMisplaced: ShapeOptions['whyMisplaced'],
): PromptStep | undefined {
  const fields = readShape(context.violations, text.map, promptStepShape, {
    whyMisplaced,
    placeholders: { id: text.fallbackId, title: text.fallbackTitle },
  });
  if (fields === undefined) return undefined;
  const { violations } = context;
  const head = readHead(context, fields, text, 'step');
  fields.read('hasValidation');
  fields.read('notesOptional');
  warnKey(context, fields.entry('notesOptional'), 'only the criteria of a step restrict its output');
  const refs = readAssessmentRefs(context, fields.read('assessmentRefs'));
  const step: PromptStep = {
    ...plainStep(head, readPrompt(context, fields)),
    functions: head.functions,
    confirmation: head.confirmation,
    fragments: readFragments(context, fields.read('promptFragments')),
    agentRole: fields.read('agentRole') ?? null,
    guidance: fields.read('guidance') ?? [],
    askForFiles: fields.read('askForFiles'),
    modelHint: readModelHint(fields) ?? context.modelHint,
    criteria: parseCriteria(context, fields.value('validationCriteria')),
    contract: readContract(context, fields.value('outputContract')),
    assessmentRefs: refs,
    consequences: readConsequences(context, fields, refs),
    functionCalls: readCalls(violations, fields.read('functionCalls')),
    functionReferences: readReferences(violations, fields.read('functionReferences')),
  };
  return { ...step, checks: readChecks(context, fields, step) };
}

/** A step with only a prompt. */
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

function readPrompt(context: GuideParseContext, fields: PromptFields): string {
  const { violations } = context;
  const template = fields.entry('templateCall');
  const prompt = fields.value('prompt');
  const blocks = fields.entry('promptBlocks');
  if (template !== undefined) {
    if (prompt === undefined && blocks === undefined) return reportTemplate(context, fields, template);
    warnKey(context, template, 'the step shows only its prompt');
  }
  if (prompt !== undefined && blocks !== undefined) {
    violations.report({
      at: blocks.keySpan,
      path: blocks.value.path,
      rule: 'misplaced-key',
      message: 'A step can have “prompt” or “promptBlocks”, not both.',
      expected: 'one of prompt, promptBlocks',
      actual: 'both',
      suggestion: {
        text: 'Remove “promptBlocks”.',
        edits: removeEntry(violations.source, fields.map, blocks),
      },
    });
  }
  if (prompt !== undefined) return readPromptText(context, prompt, 'The prompt of a step') ?? '';
  if (blocks !== undefined) return readPromptBlocks(context, blocks.value);
  reportMissing(violations, fields.map, 'prompt', promptPlaceholder, 'A step');
  return promptPlaceholder;
}

/** The prompt of a step without prompt blocks. */
function reportTemplate(
  { violations }: GuideParseContext,
  fields: PromptFields,
  template: LocatedEntry,
): string {
  violations.report({
    at: template.keySpan,
    path: template.value.path,
    rule: 'missing-key',
    message:
      '“templateCall” is not supported, so the step needs “prompt”: write the text of the template there.',
    expected: 'prompt: … instead of “templateCall”',
    actual: 'nothing',
    suggestion: {
      text: `Add prompt: ${JSON.stringify(promptPlaceholder)}`,
      edits: insertEntry(violations.source, fields.map, 'prompt', promptPlaceholder),
    },
  });
  return promptPlaceholder;
}

export function readPromptText(
  { violations }: GuideParseContext,
  located: Located | undefined,
  what: string,
): string | undefined {
  return readTextWithin(violations, located, {
    what,
    maxLength: maxPromptLength,
    instead: promptPlaceholder,
  });
}

/** The checks of a step, as steps of their own. */
function readChecks(
  context: GuideParseContext,
  fields: PromptFields,
  step: PromptStep,
): readonly PromptStep[] {
  const audit = fields.value('audit');
  const verification = fields.value('verification');
  const follow = (name: string, title: string, { path }: Located, prompt: string): PromptStep =>
    plainStep(
      { ...step, id: `${step.id}.${name}`, title: `${title}: ${step.title}`, at: { ...step.at, path } },
      prompt,
      step.modelHint,
    );
  return [
    ...(audit === undefined ? [] : [follow('audit', 'Audit', audit, readAudit(context, audit))]),
    ...(verification === undefined
      ? []
      : [follow('verification', 'Verification', verification, readVerification(context, verification))]),
  ];
}

function readAudit(context: GuideParseContext, located: Located): string {
  const fields = readShape(context.violations, located, auditShape);
  const prompt = readPromptText(context, fields?.value('prompt'), 'The prompt of an audit') ?? '';
  const rubric = fields?.read('rubric') ?? [];
  if (rubric.length === 0) return prompt;
  return [prompt, `## Rubric\n${rubric.map((line) => `- ${line}`).join('\n')}`].join('\n\n');
}

function readVerification(context: GuideParseContext, located: Located): string {
  const { violations } = context;
  const fields = readShape(violations, located, verificationShape);
  if (fields === undefined) return '';
  const command = fields.read('command');
  const prompt = readPromptText(context, fields.value('prompt'), 'The prompt of a verification');
  if (fields.value('command') === undefined && fields.value('prompt') === undefined) {
    reportMissing(violations, fields.map, 'command', 'npm test', 'A verification');
  }
  const run = command === undefined ? '' : `Run this command and report what it prints:\n\n    ${command}`;
  return [run, prompt ?? ''].filter((part) => part !== '').join('\n\n');
}
