/**
 * Parses steps that delegate work to several agents at once: each delegation is a step, and a synthesis step joins
 * their outputs.
 */
import { type Located, toJson } from '../../document/located.ts';
import { type MapFields, readMap } from '../../document/read-map.ts';
import { readList } from '../../document/read-value.ts';
import type { ParallelStep, PromptStep } from '../schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readContract } from './parse-contract.ts';
import { readModelHint } from './parse-model.ts';
import { plainStep, promptPlaceholder, readPromptText } from './parse-prompt-step.ts';
import {
  headKeys,
  headSynonyms,
  readHead,
  readWritten,
  type StepHead,
  type StepText,
} from './parse-step-head.ts';
import { readEntries, readTexts, readTextWithin, reportCount } from './parse-text.ts';

export const parallelKeys = ['parallelDelegations', 'synthesis', 'modelTier', 'modelHint'] as const;

const firstDelegation = { workflowId: 'workflow-1', goal: promptPlaceholder };
const maxDelegations = 50;

export function readParallelStep(
  outer: GuideParseContext,
  text: StepText,
  misplacedKeys: Readonly<Record<string, string>>,
): ParallelStep | undefined {
  const { violations } = outer;
  const fields = readMap(violations, text.map, {
    what: 'A parallel step',
    keys: [...headKeys, ...parallelKeys],
    misplacedKeys,
    synonyms: { ...headSynonyms, delegations: 'parallelDelegations' },
    required: {
      id: text.fallbackId,
      type: 'parallel',
      title: text.fallbackTitle,
      parallelDelegations: [firstDelegation],
    },
  });
  if (fields === undefined) return undefined;
  const head = readHead(outer, fields, text, 'step');
  const context = { ...outer, modelHint: readModelHint(violations, fields) ?? outer.modelHint };
  const list = readList(violations, fields.value('parallelDelegations'), 'The list “parallelDelegations”');
  if (list !== undefined && (list.items.length === 0 || list.items.length > maxDelegations)) {
    reportCount(violations, list, 'The list “parallelDelegations”', 1, maxDelegations);
  }
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

const delegationKeys = [
  'workflowId',
  'goal',
  'runCondition',
  'contextMapping',
  'args',
  'modelTier',
  'modelHint',
  'allowedTools',
] as const;

function readDelegation(
  context: GuideParseContext,
  located: Located,
  head: StepHead,
  index: number,
): PromptStep | undefined {
  const { violations } = context;
  const fields: MapFields<(typeof delegationKeys)[number]> | undefined = readMap(violations, located, {
    what: 'A delegation',
    keys: delegationKeys,
    synonyms: { workflow: 'workflowId', id: 'workflowId', tools: 'allowedTools', prompt: 'goal' },
    required: firstDelegation,
  });
  if (fields === undefined) return undefined;
  const workflow =
    readTextWithin(violations, fields.value('workflowId'), {
      what: 'The workflow of a delegation',
      maxLength: 128,
    }) ?? '';
  const goal = readPromptText(context, fields.value('goal'), 'The goal of a delegation') ?? '';
  const tools = readTexts(violations, fields.value('allowedTools'), { what: 'The list “allowedTools”' });
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
    readModelHint(violations, fields) ?? context.modelHint,
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
  const fields = readMap(context.violations, located, {
    what: 'A synthesis',
    keys: ['prompt', 'outputContract'],
    required: { prompt: 'Combine the outputs of the delegations.' },
  });
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
