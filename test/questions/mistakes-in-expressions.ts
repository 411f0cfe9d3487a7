/** Expressions and templates with errors: the position is that of the character where the error is. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of flows.
import type { Draft, StatePlace } from './document-draft.ts';
import { type DocumentNode, entriesOf, itemsOf, put, valueAt } from './document-tree.ts';
import type { MistakeKind } from './mistake-kind.ts';

/** A place that takes an expression or a template. */
interface Place {
  readonly name: string;
  /** Which texts have an error there. Default: all. */
  readonly fits?: (text: string) => boolean;
  /** @returns the value that was put there */
  put(draft: Draft, place: StatePlace, text: string): DocumentNode | undefined;
}

const formulas: readonly Place[] = [
  {
    name: 'rule',
    put: (_, { question }, rule) => valueAt(put(question, 'validation', { rule }).value, 'rule'),
  },
  {
    name: 'automatic answer',
    // Others are plain values.
    fits: (text) => text.includes('${'),
    put: (_, { question }, text) => put(question, 'automatic_answer', text).value,
  },
  {
    name: 'condition of a nested workflow',
    put: (_, { state }, text) => put(state, 'workflow_condition', text).value,
  },
  {
    name: 'condition of a transition',
    put: (draft, _, condition) => valueAt(draft.transition({ condition }), 'condition'),
  },
  {
    name: 'condition of an operation',
    fits: (text) => !text.includes('operations.x'),
    put(draft, _, text) {
      const operation = draft.operation();
      return operation && put(operation, 'if', text).value;
    },
  },
];

const templates: readonly Place[] = [
  {
    name: 'argument of an operation',
    fits: (text) => !text.includes('operations.x'),
    put: (draft, _, text) => inArguments(draft.operation(), text),
  },
  {
    name: 'argument of an undo',
    fits: (text) => !/operations\.x|result\./.test(text),
    put: (draft, _, text) => inArguments(valueAt(draft.operation(), 'undo'), text),
  },
  { name: 'argument for choices', put: (draft, _, text) => inArguments(draft.choicesFrom(), text) },
];

/** Those that can refer to the results of operations. */
const withResults = (each: Place): boolean => /operation|undo/.test(each.name);

/** At some depth. */
function inArguments(call: DocumentNode | undefined, text: string): DocumentNode | undefined {
  if (call?.kind !== 'map') return undefined;
  put(call, 'call', 'lookup');
  const { value } = put(call, 'args', { of: ['x', { deeper: text }] });
  return entriesOf(itemsOf(valueAt(value, 'of'))[1])[0]?.value;
}

/**
 * @param rules one for each error
 * @param texts with the errors at the marks `‸`; ID is the question, an integer, SECRET is a secret, and PLAIN the same
 * without dashes, which are minuses in a longer expression
 */
const inPlaces = (
  rules: string,
  places: readonly Place[],
  texts: readonly string[],
): readonly MistakeKind[] =>
  places.map(({ name, fits = () => true, ...place }) => ({
    name: `${rules} in the ${name}`,
    isStructural: false,
    make(draft) {
      const asked = draft.plain('integer');
      const text = draft.random.pick(texts.filter(fits));
      const secret = /SECRET|PLAIN/.test(text) ? draft.secret() : '';
      if (asked === undefined || secret === undefined) return undefined;
      const marked = text
        .replaceAll('ID', asked.id)
        .replaceAll('SECRET', secret)
        .replaceAll('PLAIN', secret.replaceAll('-', '_'));
      const parts = marked.split('‸');
      const at = place.put(draft, asked, parts.join(''));
      return (
        at &&
        rules.split(' ').map((rule, mark) => ({ rule, at, offset: parts.slice(0, mark + 1).join('').length }))
      );
    },
  }));

const syntax = [
  '${ID} >‸',
  '1 < ‸) 2',
  '(${ID} < 2‸',
  '1 < 2‸)',
  '${ID} ‸= 1',
  '"🚦" == ‸* 2',
  '‸@ + ${ID}',
  '${ID} == 1‸;',
];
const unknown = [
  '${‸nobody_knows} > 1',
  '1 < ${ ‸no.such-name }',
  '"🚦" == "${x}" or (${‸nobody_knows}) == 2',
  '${‸result.made} == 1',
  '${‸operations.x} > 1',
];
const unknownInTemplates = [
  'about ${‸nobody_knows}!',
  '${ ‸no.such-name }',
  '🚦 ${1 + ‸nobody_knows}',
  '${‸result.made}',
  '${‸operations.x}',
];
const secrets = ['${‸SECRET} == "x"', 'not (size(${ ‸SECRET }) < ${ID})', '"${x}" != ${‸SECRET}'];
const several = [
  '${‸nobody_knows} == 2 or ‸${ID} + "a" == ${‸SECRET}',
  'size(${ ‸no.such-name }) < 3 and ‸${ID} + "a" != ${ ‸SECRET }',
];
const noOperation = ['${operations.‸nothing} == 1', '${operations["‸nothing"].made} == 1'];
/** A template can contain a secret, but not compute with it. */
const computedSecrets = ['a ${‸PLAIN + "x"} b', '${upper(‸PLAIN)}'];

/** A secret must be asked for. */
const environment = ['‸${env:API_TOKEN}', 'Bearer ‸${env:T}!', '$${env:T} $$‸${env:T}', '🚦 ${ID} ‸${env:T}'];

export const mistakesInExpressions: readonly MistakeKind[] = [
  ...inPlaces('expression-syntax', formulas, syntax),
  ...inPlaces('unknown-name', formulas, unknown),
  ...inPlaces('unknown-name expression-type secret-in-expression', formulas, several),
  ...inPlaces('expression-type', formulas, ['‸${ID} + "a" == "b"', '1 < 2 and ‸${ID} + "a" == "b"']),
  ...inPlaces('unknown-path', formulas, ['${ID.‸field} == 1']),
  ...inPlaces('unknown-path', [...formulas, ...templates].filter(withResults), noOperation),
  ...inPlaces('unknown-function', formulas, ['‸nofunction(${ID}) == 1']),
  ...inPlaces('secret-in-expression', formulas, secrets),
  ...inPlaces('expression-syntax', templates, ['a ${‸} b', 'a ${1 +‸} b', '${1 < ‸) 2}']),
  ...inPlaces('unknown-name', templates, unknownInTemplates),
  ...inPlaces('secret-in-expression', templates, computedSecrets),
  ...inPlaces('misplaced-secret', templates, environment),
];
