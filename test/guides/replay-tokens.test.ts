/** Tokens in place of lists: random guides are followed with both, and all answers are the same. */
import { expect, test } from 'vitest';
import { nextGuideStep } from '../../src/languages/guide/api/operations/next-guide-step.ts';
import { validate } from '../../src/operations/index.ts';
import { toOperation } from '../../src/operations/language-operations.ts';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { openOperationsHarness } from '../operations/operations-harness.ts';
import { randomContext, randomGuide } from './random-guide.ts';

const operation = toOperation(nextGuideStep);

const seed = 4_006;

test(`[U4.6] a token returns what the list returns, alone and with later completions (seeds from ${seed})`, async () => {
  const trials = Array.from({ length: 16 }, (_, at) => {
    const random = createRandom(seed + at);
    const document = { ...randomGuide(random), id: `guide-${at}` };
    return { random, id: document.id, text: JSON.stringify(document) };
  }).filter(({ text }) => validate({ files: [{ path: 'a.json', text }], api: null }).files[0]?.valid);
  const harness = await openOperationsHarness(
    Object.fromEntries(trials.map(({ id, text }) => [`${id}.json`, text])),
  );
  try {
    let maxTokenLength = 0;
    for (const { random, id } of trials) {
      const context = randomContext(random);
      const next = (asked: object) => harness.perform(operation, { workflow: id, context, ...asked });
      const completedSteps: string[] = [];
      let here = await next({ completedSteps });
      while (here.step !== null && completedSteps.length < 25) {
        const { token: kept, ...answers } = here;
        expect(await next({ token: kept })).toMatchObject(answers);
        const done = random.pick([here.step.id, ...here.beside.map(({ step }) => step.id)]);
        completedSteps.push(done);
        here = await next({ completedSteps });
        const { token, ...currentAnswer } = here;
        expect(token).not.toBe(kept);
        expect(await next({ token: kept, completedSteps: [done] })).toMatchObject(currentAnswer);
      }
      maxTokenLength = Math.max(maxTokenLength, completedSteps.length);
    }
    expect(maxTokenLength).toBeGreaterThan(9);
  } finally {
    await harness.close();
  }
});
