/**
 * Parses steps that delegate work to several agents at once: each delegation is a step, and a synthesis step joins
 * their outputs.
 */
import { type Located, toJson } from '../../document/located.ts';
import { readShape, type ShapeOptions } from '../../document/read-shape.ts';
import { readEntries } from '../../document/read-value.ts';
import type { ParallelStep, PromptStep } from '../model/schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readContract } from './parse-contract.ts';
import { readModelHint } from './parse-model.ts';
import { plainStep, readPromptText } from './parse-prompt-step.ts';
import { readHead, readWritten, type StepHead, type StepText } from './parse-step-head.ts';
import { readTextWithin } from './parse-text.ts';
import { delegationShape, maxDelegations, parallelStepShape, synthesisShape } from './step-shapes.ts';

export function readParallelStep(
  outer: GuideParseContext,
  text: StepText,
  whyMisplaced: ShapeOptions['whyMisplaced'],
): ParallelStep | undefined {
  const { violations } = outer;
  const fields = readShape(violations, text.map, parallelStepShape, {
    whyMisplaced,
    placeholders: { id: text.fallbackId, title: text.fallbackTitle },
  });
  if (fields === undefined) return undefined;
  const head = readHead(outer, fields, text, 'step');
  const context = { ...outer, modelHint: readModelHint(fields) ?? outer.modelHint };
  const list = fields.read('parallelDelegations');
  return {
    kind: 'parallel',
    ...head,
    branches:
      list?.items
        .slice(0, maxDelegations)
        .flatMap((item, at) => readDelegation(context, item, head, at) ?? []) ?? [],
    synthesis: readSynthesis(context, fields.value('synthesis'), head),
  };
}

function readDelegation(
  context: GuideParseContext,
  located: Located,
  head: StepHead,
  index: number,
): PromptStep | undefined {
  const { violations } = context;
  const fields = readShape(violations, located, delegationShape);
  if (fields === undefined) return undefined;
  const workflow = fields.read('workflowId') ?? '';
  const goal = readPromptText(context, fields.value('goal'), 'The goal of a delegation') ?? '';
  const tools = fields.read('allowedTools') ?? [];
  const prompt = [
    `Run the workflow “${workflow}”. Pass this goal as “goal” of its context:\n\n${goal}`,
    ...readMapping(context, fields.value('contextMapping')),
    ...readArguments(context, fields.value('args')),
    ...(tools.length === 0 ? [] : [`Use only these tools: ${tools.join(', ')}.`]),
  ].join('\n\n');
  return plainStep(
    {
      id: `${head.id}.${index + 1}`,
      title: `${head.title}: ${workflow}`,
      runCondition: readWritten(context, fields.value('runCondition')),
      at: { path: located.path, span: (fields.value('workflowId') ?? fields.map).span },
    },
    prompt,
    readModelHint(fields) ?? context.modelHint,
  );
}

/** Names in the delegated workflow, and the variables of this one that they are set to. */
function readMapping({ violations }: GuideParseContext, located: Located | undefined): readonly string[] {
  const lines = readEntries(violations, located, '“contextMapping”').flatMap(({ key, value }) => {
    const name = readTextWithin(violations, value, { what: `“${key}” of “contextMapping”` });
    return name === undefined ? [] : [`- ${key}: {{${name}}}`];
  });
  return lines.length === 0 ? [] : [`Also pass these variables as its context:\n${lines.join('\n')}`];
}

function readArguments({ violations }: GuideParseContext, located: Located | undefined): readonly string[] {
  const lines = readEntries(violations, located, 'The arguments of a delegation').map(
    ({ key, value }) => `- ${key}: ${JSON.stringify(toJson(value))}`,
  );
  return lines.length === 0 ? [] : [`Also pass these arguments as its context:\n${lines.join('\n')}`];
}

function readSynthesis(
  context: GuideParseContext,
  located: Located | undefined,
  head: StepHead,
): PromptStep | null {
  if (located === undefined) return null;
  const fields = readShape(context.violations, located, synthesisShape);
  if (fields === undefined) return null;
  const prompt = readPromptText(context, fields.value('prompt'), 'The prompt of a synthesis') ?? '';
  return {
    ...plainStep(
      {
        id: `${head.id}.synthesis`,
        title: `${head.title}: Synthesis`,
        runCondition: null,
        at: { path: located.path, span: (fields.value('prompt') ?? fields.map).span },
      },
      prompt,
      context.modelHint,
    ),
    contract: readContract(context, fields.value('outputContract')),
  };
}
