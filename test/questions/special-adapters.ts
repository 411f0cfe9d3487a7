/** Adapters that show one thing: that answers are shared, that a call fails, that choices are fetched again. */
import type { Random } from '../../src/testing/index.ts';
import { type AdapterDocument, type InputDocument, questionId } from './adapter-document.ts';

type Adapters = readonly AdapterDocument[];

/** Copies all answers that the others always have, and uses them. */
export function collectorOf(adapter: string, others: Adapters): AdapterDocument {
  const secrets = secretsOf(others);
  const inputs = others.flatMap((other) =>
    other.inputs
      .filter(({ when }) => when === undefined)
      .map(({ name, type }): InputDocument => {
        const copy = type === 'choice' || type === 'json' ? 'string' : type;
        const isOptional = copy === 'string' && !secrets.has(questionId(other, name));
        return {
          ...{ name: `${other.adapter}_${name}`, type: copy, prompt: 'What was it?' },
          automatic_answer: `\${${questionId(other, name)}}`,
          ...(isOptional ? { optional: true } : {}),
        };
      }),
  );
  const args = Object.fromEntries(inputs.map(({ name }) => [name, `\${${adapter}.${name}}`]));
  return {
    ...{ adapter, version: '1.0.0', inputs },
    requires: others.flatMap(({ provides = [] }) => provides.map(({ capability }) => ({ capability }))),
    operations: [{ id: `${adapter}.use`, call: 'make', args: { number: -1, ...args } }],
  };
}

/** Passwords, and copies of them. @param adapters each copies only from those before it */
function secretsOf(adapters: Adapters): ReadonlySet<string> {
  const secrets = new Set<string>();
  for (const adapter of adapters) {
    for (const { name, type, automatic_answer: source } of adapter.inputs) {
      const copied = /^\$\{(.*)\}$/.exec(String(source))?.[1] ?? '';
      if (type === 'password' || secrets.has(copied)) secrets.add(questionId(adapter, name));
    }
  }
  return secrets;
}

/** One of them has choices that a call returns, unless its server is down. */
export function withUnsteadyChoices(random: Random, adapters: Adapters): Adapters {
  const chosen = random.pick(adapters);
  const at = random.int(chosen.inputs.length + 1);
  const args = { of: 'place', size: random.between(1, 3), fails: false, path: '' };
  const input: InputDocument = {
    ...{ name: 'place', type: 'choice', prompt: 'Where?' },
    choices_from: { call: 'unsteady', args },
  };
  const inputs = [...chosen.inputs.slice(0, at), input, ...chosen.inputs.slice(at)];
  return adapters.map((adapter) => (adapter === chosen ? { ...adapter, inputs } : adapter));
}

/** Its choices depend on its first answer, not on its second. */
export const fetchingAdapter = (random: Random, adapter: string): AdapterDocument => ({
  ...{ adapter, version: '1.0.0', base_url: `https://\${${adapter}.host}` },
  inputs: [
    { name: 'host', type: 'string', prompt: 'Which host?' },
    { name: 'note', type: 'string', prompt: 'Which note?' },
    {
      ...{ name: 'zone', type: 'choice', prompt: 'Which zone?' },
      choices_from: {
        call: 'lookup',
        args: { of: `$\{base_url}`, size: random.between(1, 4), fails: false, path: 'list' },
        items: 'list',
      },
    },
    { name: 'last', type: 'boolean', prompt: 'Is that all?' },
  ],
});
