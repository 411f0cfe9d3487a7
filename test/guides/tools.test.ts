/** The tools of guides as agents call them; seed.test.ts has the examples of the design. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openToolFixture, type ToolFixture } from '../tools/tool-fixture.ts';
import { guideFiles, review } from './guide-files.ts';

let tools: ToolFixture;
beforeAll(async () => {
  tools = await openToolFixture([], {}, guideFiles);
});
afterAll(() => tools.close());

const context = { ticket: 'T-1', files: ['a.ts', 'b.ts'] };
const next = (input: object) =>
  tools.succeed('workflow_next', { workflowId: 'code-review', context, ...input });

test('[U7.1] workflow_list returns guides and other workflows, by name, category, tags and source', async () => {
  const { workflows } = await tools.succeed('workflow_list', { category: 'Review', tags: ['code'] });
  expect(workflows).toEqual([
    expect.objectContaining({
      id: 'code-review',
      name: 'Code review',
      description: 'Reviews a change',
      category: 'review',
      tags: ['code', 'quality'],
      version: '1.2.0',
      language: 'guide',
      source: expect.stringContaining('workflows'),
    }),
  ]);
  expect(await tools.succeed('workflow_list', { category: 'default' })).toMatchObject({
    workflows: { 0: expect.objectContaining({ language: 'guide', category: 'default' }) },
  });
  expect(await tools.succeed('workflow_list', { query: 'desk tell' })).toMatchObject({
    workflows: [{ id: 'tell', name: 'tell', category: 'desk' }],
  });
  const all = await tools.succeed('workflow_list', { language: 'guide', limit: 1 });
  expect(all).toMatchObject({ total: 5, workflows: { length: 1 }, next_cursor: expect.any(String) });
});

test('[U7.1] workflow_get shows the description of a guide, and in its preview the first step', async () => {
  const { id, name, description, version, preconditions, clarificationPrompts, metaGuidance, about } = review;
  const expected = {
    id,
    name,
    description,
    version,
    preconditions,
    clarificationPrompts,
    metaGuidance,
    about,
  };
  const metadata = await tools.succeed('workflow_get', { id: 'code-review', mode: 'metadata' });
  expect(metadata).toMatchObject({
    ...expected,
    totalSteps: 4,
    category: 'review',
    tags: ['code', 'quality'],
  });
  expect(Object.keys(metadata).filter((name) => /^(?:firstStep|drawing|steps)$/.test(name))).toEqual([]);
  const preview = await tools.succeed('workflow_get', { id: 'code-review' });
  // The preview contains no later step.
  expect(JSON.stringify(preview)).not.toContain('look-at');
  expect(preview).toMatchObject({
    ...expected,
    totalSteps: 4,
    firstStep: {
      id: 'understand',
      title: 'The step understand',
      agentRole: 'You are a careful reviewer.',
      guidance: ['Read everything'],
      requireConfirmation: true,
    },
  });
  const other = await tools.succeed('workflow_get', { id: 'tell' });
  expect(other).toMatchObject({ id: 'tell', totalSteps: 1, drawing: expect.stringContaining('say') });
  expect('firstStep' in other).toBe(false);
});

test('[U7.1] a guide with errors is reported as invalid, and its source can still be read', async () => {
  for (const mode of ['metadata', 'preview']) {
    expect(await tools.refused('workflow_get', { id: 'bad-pattern', mode })).toMatchObject({
      code: -32_002,
      context: { workflow_id: 'bad-pattern' },
      violations: { length: 1 },
    });
  }
  expect(await tools.succeed('workflow_get', { workflow_id: 'bad-pattern' })).toMatchObject({
    valid: false,
    violations: { length: 1 },
  });
});

test('[U4.4][U4.6] an agent follows a guide by tokens alone', async () => {
  const walked: unknown[] = [];
  let answer = await next({ completedSteps: [] });
  while (answer['isComplete'] !== true) {
    const { id } = Object(answer['step']);
    walked.push([id, Object(answer['loops'])[0]?.item]);
    answer = await next({ token: answer['token'], completedSteps: [id] });
  }
  expect(walked).toEqual([
    ['understand', undefined],
    ['look-at', 'a.ts'],
    ['look-at', 'b.ts'],
    ['sum-up', undefined],
  ]);
  expect(answer).toMatchObject({
    step: null,
    guidance: { prompt: 'Workflow complete.' },
    skipped: [{ id: 'measure' }],
    progress: { done: 4, total: 4 },
    next: 'The guide is complete.',
  });
});

test('[U4.4][U7.1] only the first answer contains the texts to read before the first step', async () => {
  const { preconditions, clarificationPrompts, metaGuidance } = review;
  const first = await next({ completedSteps: [] });
  expect(first['foreword']).toEqual({ preconditions, clarificationPrompts, metaGuidance });
  const second = await next({ token: first['token'], completedSteps: ['understand'] });
  expect('foreword' in second).toBe(false);
  const plain = await tools.succeed('workflow_next', { workflowId: 'plain-guide', completedSteps: [] });
  expect('foreword' in plain).toBe(false);
});

test('[U4.4][U7.1] “next” names the first texts, criteria, confirmation and context', async () => {
  const first = await next({ completedSteps: [] });
  expect(first['next']).toBe(
    'Read “foreword” first: meet the preconditions; ask the user the clarificationPrompts; follow metaGuidance in every step. ' +
      'Do the step. Ask the user to approve it; continue only when they do. ' +
      'Then call workflow_next with this token, completedSteps ["understand"] and the same “context”, with what you have learned.',
  );
  const second = await next({ token: first['token'], completedSteps: ['understand'] });
  expect(second['next']).toBe(
    'Do the step. Validate its output with workflow_validate (stepId "look-at"), until it is valid. ' +
      'Then call workflow_next with this token, completedSteps ["look-at"] and the same “context”, with what you have learned.',
  );
});

test('[U4.4][U7.1] a step that decides about its loop reports how the loop ends', async () => {
  const input = { workflowId: 'until-enough', completedSteps: ['dig-deeper'] };
  const again = await tools.succeed('workflow_next', input);
  expect(again).toMatchObject({ step: { id: 'dig-deeper' }, loops: [{ iteration: 2 }], decides: 'enough' });
  expect(again['next']).toMatch(/ To end the loop, set "enough" to "stop" in it\.$/);
  const done = await tools.succeed('workflow_next', { ...input, context: { enough: 'stop' } });
  expect(done).toMatchObject({ step: { id: 'tell-it' } });
  expect('decides' in done).toBe(false);
});

test('[U7.1] lists and previews say how to start a guide, but not for other or invalid workflows', async () => {
  const { workflows } = await tools.succeed('workflow_list', {});
  const descriptions = new Map(
    (workflows as readonly { id: string; next?: string }[]).map((each) => [each.id, each.next]),
  );
  const descriptionText =
    'Call workflow_run {"workflow_id": "code-review"}: Signalbox stores the progress and validates each output. Or call workflow_next {"workflowId": "code-review", "completedSteps": []}, and keep the progress yourself.';
  expect([
    descriptions.get('code-review'),
    descriptions.get('bad-pattern'),
    descriptions.get('tell'),
  ]).toEqual([descriptionText, undefined, undefined]);
  expect(await tools.succeed('workflow_get', { id: 'code-review' })).toMatchObject({ next: descriptionText });
});

test('[U7.1][U2.1] a file with invalid JSON is an invalid workflow, under the id in its text', async () => {
  const refusals = [
    ['workflow_get', { id: 'torn-guide' }],
    ['workflow_next', { workflowId: 'torn-guide', completedSteps: [] }],
    ['workflow_validate', { workflowId: 'torn-guide', stepId: 'one', output: 'x' }],
  ] as const;
  for (const [tool, input] of refusals) {
    expect(await tools.refused(tool, input)).toMatchObject({
      code: -32_002,
      context: { workflow_id: 'torn-guide', path: 'torn.json' },
    });
  }
  expect(await tools.succeed('workflow_get', { workflow_id: 'torn-guide' })).toMatchObject({ valid: false });
});

test('[U4.5] unexpected completions are reported with what to do', async () => {
  expect(await next({ completedSteps: ['nobody', 'sum-up'] })).toMatchObject({
    warnings: [
      'The guide has no step “nobody” that can be completed. The id is ignored.',
      '“sum-up” was completed before it is due, or more often than it is due. The completion counts when the step is due.',
    ],
  });
  const all = ['understand', 'look-at', 'look-at', 'look-at', 'sum-up'];
  expect(await next({ completedSteps: all })).toMatchObject({
    isComplete: true,
    warnings: ['“look-at” was completed more often than it was due. The extra completions are ignored.'],
  });
});

test('[U4.2][U4.5] items that a loop leaves out are reported during the loop and after it', async () => {
  const files = Array.from({ length: 53 }, (_, index) => `f${index}.ts`);
  const inside = await next({ completedSteps: ['understand'], context: { files } });
  expect(inside).toMatchObject({ loops: [{ total: 50, leftOut: 3 }], warnings: [] });
  const completedSteps = ['understand', ...files.slice(0, 50).map(() => 'look-at')];
  expect(await next({ completedSteps, context: { files } })).toMatchObject({
    step: { id: 'sum-up' },
    warnings: ['The loop “Every file” ended after 50 passes, its maximum. 3 were left out.'],
  });
});

test('[U7.1] null means an omitted field', async () => {
  const input = { completedSteps: [], token: null, currentStep: null, context: null };
  expect(await next(input)).toMatchObject({ step: { id: 'understand' } });
});

test('[U7.1] other spellings of the fields are accepted, and errors use the names of the tool', async () => {
  const spelled = { workflow_id: 'code-review', completed_steps: [], current_step: 'understand', context };
  expect(await tools.succeed('workflow_next', spelled)).toMatchObject({ step: { id: 'understand' } });
  expect(await tools.refused('workflow_next', { workflowId: 'other', completedSteps: [] })).toMatchObject({
    code: -32_602,
    suggested_action: expect.stringContaining('“workflow_run”'),
    violations: [{ path: 'workflowId' }],
  });
  expect(await tools.refused('workflow_next', { workflowId: 'code-review', token: 'made-up' })).toMatchObject(
    {
      code: -32_007,
      error_code: 'token_refused',
      suggested_action: expect.stringContaining('“workflow_next”'),
    },
  );
  expect(
    await tools.refused('workflow_next', { workflowId: 'code-review', completedSteps: ['understand'] }),
  ).toMatchObject({ code: -32_005, error_code: 'guide_blocked', violations: [{ path: 'context.files' }] });
  expect(
    await tools.refused('workflow_validate', { workflowId: 'code-review', stepId: 'nobody', output: '' }),
  ).toMatchObject({ code: -32_003, context: { step_id: 'nobody', workflow_id: 'code-review' } });
  expect(await tools.refused('workflow_validate_json', { workflowJson: '' })).toMatchObject({
    code: -32_602,
    violations: [{ path: 'workflowJson' }],
  });
});

test('[U6.2][U7.1] a draft is repaired, saved and followed', async () => {
  const draft = JSON.stringify({ ...review, id: 'fresh-guide' })
    .replace('"title"', '"titel"')
    .slice(0, -1);
  const { repaired } = await tools.succeed('workflow_validate_json', { workflowJson: draft, repair: true });
  expect(await tools.succeed('workflow_validate_json', { workflowJson: repaired })).toEqual({
    valid: true,
    issues: [],
    suggestions: [],
  });
  const saved = await tools.succeed('workflow_save', { content: repaired, path: 'fresh.json' });
  expect(saved).toMatchObject({ workflow_id: 'fresh-guide' });
  const input = { workflowId: 'fresh-guide', completedSteps: ['understand'], context };
  const before = await tools.succeed('workflow_next', input);
  expect(before).toMatchObject({ step: { id: 'look-at' } });
  const changed = String(repaired).replace('Be kind', 'Be strict');
  await tools.succeed('workflow_save', { content: changed, path: 'fresh.json', overwrite: true });
  expect(await tools.refused('workflow_next', { ...input, token: before['token'] })).toMatchObject({
    code: -32_005,
    error_code: 'token_outdated',
    suggested_action: expect.stringContaining('“completedSteps”'),
  });
});
