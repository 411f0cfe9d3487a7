import { expect, test } from 'vitest';
import type { Json } from '../../../kernel/index.ts';
import { developmentPrincipal } from '../../auth/development-principal.ts';
import { WorkflowTools } from './workflow-tools.ts';

const ann = developmentPrincipal('ann');
const kinds = { mine: 'configured', lesson: 'bundled', sample: 'bundled' } as const;

/** Answers for workflows that have only an id and an origin. */
const answerAs =
  (language: string) =>
  async (_: unknown, operation: string, input: unknown): Promise<Json> => {
    const known = (id: string, kind: string) => ({
      id,
      revision: id,
      missing: [],
      language,
      origin: { kind, name: '' },
    });
    switch (operation) {
      case 'changes.watch':
        return { definitions: '1' };
      case 'definitions.list':
        return { definitions: Object.entries(kinds).map(([id, kind]) => known(id, kind)), nextCursor: null };
      default: {
        const { workflow: id } = Object(input) as { readonly workflow: string };
        const told = { name: id, domain: '', description: '', drawing: '', line: '' };
        return {
          id,
          ...told,
          parameters: [],
          resultFields: [],
          inputSchema: { type: 'object', properties: {} },
          missing: [],
        };
      }
    }
  };

const call = answerAs('graph');

const namesOf = async (pinned: readonly string[]): Promise<readonly string[]> =>
  (await new WorkflowTools(call, pinned).list(ann, 10)).map(({ name }) => name);

test('[P2.3][U2.1] a bundled workflow is not listed unless pinned; it can be called and found', async () => {
  expect(await namesOf([])).toEqual(['w_mine']);
  expect(await namesOf(['sample'])).toEqual(['w_sample', 'w_mine']);
  const tools = new WorkflowTools(call, []);
  expect((await tools.find(ann, 'w_lesson'))?.name).toBe('w_lesson');
  expect(await tools.names(ann)).toEqual(new Map(Object.keys(kinds).map((id) => [id, `w_${id}`])));
});

test('[U7.1] own languages are those of workflows that are not bundled', async () => {
  const hasOwn = (language: string) => new WorkflowTools(answerAs(language), []).ownLanguages(ann);
  expect([await hasOwn('guide'), await hasOwn('graph')]).toEqual([new Set(['guide']), new Set(['graph'])]);
  const onlyLessons: typeof call = async (principal, operation, input) => {
    const answer = Object(await answerAs('guide')(principal, operation, input));
    const definitions = answer.definitions;
    return Array.isArray(definitions) ? { ...answer, definitions: definitions.slice(1) } : answer;
  };
  expect(await new WorkflowTools(onlyLessons, []).ownLanguages(ann)).toEqual(new Set());
});
