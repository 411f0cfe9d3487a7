/** Parses lists of steps: determines the kind of each step, and reads it. */
import { findNearest } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import { appendItem } from '../../document/list-edits.ts';
import { findEntry, type Located, type LocatedMap } from '../../document/located.ts';
import { removeEntry } from '../../document/map-edits.ts';
import { readShape } from '../../document/read-shape.ts';
import { readList } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { GuideStep, LoopBody, LoopStep } from '../model/schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readLoop } from './parse-loop.ts';
import { readModelHint } from './parse-model.ts';
import { readParallelStep } from './parse-parallel.ts';
import { readPromptStep } from './parse-prompt-step.ts';
import { readHead, type StepText } from './parse-step-head.ts';
import { readTextWithin } from './parse-text.ts';
import { firstStep, loopStepShape, ownKeys, promptStepShape } from './step-shapes.ts';

/** @param what the list, begins a sentence: “The list “steps”” */
export function readSteps(
  context: GuideParseContext,
  located: Located | undefined,
  what: string,
): readonly GuideStep[] {
  const { violations } = context;
  const list = readList(violations, located, what);
  if (list === undefined) return [];
  if (list.items.length === 0) {
    report(violations, list, {
      rule: 'too-few',
      message: `${what} needs at least one step.`,
      expected: 'at least one step',
      actual: 'none',
      suggestion: {
        text: 'Add a step.',
        edits: appendItem(violations.source, list, { ...firstStep, id: context.freeId(firstStep.id) }),
      },
    });
  }
  return list.items.flatMap((item, index) => readStep(context, item, index) ?? []);
}

function readStep(context: GuideParseContext, located: Located, index: number): GuideStep | undefined {
  if (located.kind !== 'map') {
    readShape(context.violations, located, promptStepShape, {
      placeholders: { ...firstStep, id: context.freeId(`step-${index + 1}`) },
    });
    return undefined;
  }
  const kind = readStepKind(context, located);
  const defaultId = `step-${index + 1}`;
  const newId = kind === 'prompt' ? context.missingId : context.freeId;
  const text: StepText = {
    map: located,
    fallbackId: findEntry(located, 'id') === undefined ? newId(defaultId) : defaultId,
    fallbackTitle: `Step ${index + 1}`,
  };
  switch (kind) {
    case 'prompt':
      return readPromptStep(context, text, whyMisplacedIn('prompt'));
    case 'loop':
      return readLoopStep(context, text);
    case 'parallel':
      return readParallelStep(context, text, whyMisplacedIn('parallel'));
  }
}

const kindInWords = {
  prompt: 'a step with a prompt',
  loop: 'a loop',
  parallel: 'a parallel step',
} as const;

/** Why a key of another kind of step does not apply to this one. */
const whyMisplacedIn = (kind: GuideStep['kind']) => (key: string) => {
  const other = (['prompt', 'loop', 'parallel'] as const).find((each) => ownKeys[each].includes(key));
  return other === undefined
    ? undefined
    : `it belongs to ${kindInWords[other]}, and this is ${kindInWords[kind]}`;
};

function readStepKind({ violations }: GuideParseContext, map: LocatedMap): GuideStep['kind'] {
  const entry = findEntry(map, 'type');
  const guessed = guessKind(map);
  if (entry === undefined) return guessed;
  const { value: located } = entry;
  const written = located.kind === 'scalar' ? String(located.value) : '';
  if (written === 'loop' || written === 'parallel') return written;
  const nearest = findNearest(written, ['loop', 'parallel']);
  const meant =
    guessed !== 'prompt' ? guessed : nearest === 'loop' || nearest === 'parallel' ? nearest : 'prompt';
  report(violations, located, {
    rule: 'bad-value',
    message: 'The type of a step must be “loop” or “parallel”. A step with a prompt has none.',
    expected: meant === 'prompt' ? 'nothing' : meant,
    actual: describeLocated(located),
    suggestion:
      meant === 'prompt'
        ? { text: 'Remove “type”.', edits: removeEntry(violations.source, map, entry) }
        : located.kind === 'scalar'
          ? { text: `Write ${meant}.`, edits: replaceScalar(violations.source, located, meant) }
          : undefined,
  });
  return meant;
}

function guessKind(map: LocatedMap): GuideStep['kind'] {
  const has = (key: string): boolean => findEntry(map, key) !== undefined;
  if (has('loop') || has('body')) return 'loop';
  return has('parallelDelegations') ? 'parallel' : 'prompt';
}

function readLoopStep(context: GuideParseContext, text: StepText): LoopStep | undefined {
  const { violations } = context;
  const fields = readShape(violations, text.map, loopStepShape, {
    whyMisplaced: whyMisplacedIn('loop'),
    placeholders: {
      id: text.fallbackId,
      title: text.fallbackTitle,
      body: [{ ...firstStep, id: context.freeId(firstStep.id) }],
    },
  });
  if (fields === undefined) return undefined;
  const head = readHead(context, fields, text, 'loop');
  const loop = readLoop(context, fields.value('loop'), head.id);
  return {
    kind: 'loop',
    ...head,
    ...(loop ?? {
      rule: { kind: 'for', count: 0, at: head.at },
      maxIterations: 1,
      iterationVar: null,
      itemVar: null,
      indexVar: null,
    }),
    body: readBody(
      { ...context, modelHint: readModelHint(fields) ?? context.modelHint },
      fields.value('body'),
    ),
  };
}

function readBody(context: GuideParseContext, located: Located | undefined): LoopBody {
  if (located?.kind !== 'scalar') {
    // Referenced steps are in the guide's list of steps.
    const inside = { ...context, missingId: context.freeId };
    return { kind: 'inline', steps: readSteps(inside, located, 'The body of a loop') };
  }
  const written = readTextWithin(context.violations, located, { what: 'The body of a loop' });
  if (written === undefined) return { kind: 'inline', steps: [] };
  return {
    kind: 'reference',
    step: context.aliases.get(written) ?? written,
    at: { path: located.path, span: located.span },
  };
}
