/** Explains why a query with valid syntax cannot be computed: a name in it does not exist. */
import { explainDynamic } from './explain-dynamic.ts';
import { refusedFunctions } from './find-unsupported.ts';
import { offsetOf, type ParsedQuery } from './parse-query.ts';
import { declarePrefix, type Refusal, refuseAt } from './query-refusal.ts';
import { type FunctionName, functions } from './resolve-functions.ts';

export function explainStatic(query: ParsedQuery, names: readonly FunctionName[], error: unknown): Refusal {
  const message = String(Object(error).message);
  const { text } = query;
  const called = /^XPST0017\b.*?(?:[Ff]unction) (?:Q\{[^}]*\}|[^\s:]+:)?(\S+) with arity (?:of )?(\d+)/.exec(
    message,
  );
  const name = names.find((each) => each.name === called?.[1] && each.arity === Number(called[2]));
  if (name !== undefined) {
    return refuseAt(text, offsetOf(query, name.element), explainFunction(name, message));
  }
  const variable = /^XPST0008\b.* variable (\S+) is not in scope/.exec(message)?.[1];
  if (variable !== undefined) {
    return refuseAt(text, offsetOfText(text, `$${variable}`), `The variable “$${variable}” does not exist.`);
  }
  const doubled = /^Another variable .* same name (\S+) already exists/.exec(message)?.[1];
  if (doubled !== undefined) {
    const why = `The variable “$${doubled}” is defined inside of its own definition. Rename one of them.`;
    return refuseAt(text, offsetOfText(text, `$${doubled}`), why);
  }
  const prefix = /^XPST0081\b.*? prefix (\S+)/.exec(message)?.[1];
  if (prefix !== undefined && text.includes(`${prefix}:`)) {
    return refuseAt(text, offsetOfText(text, `${prefix}:`), declarePrefix(prefix));
  }
  return refuseAt(text, 0, explainDynamic(error));
}

const offsetOfText = (text: string, part: string): number => Math.max(text.indexOf(part), 0);

function explainFunction({ uri, name, prefix, arity }: FunctionName, message: string): string {
  const written = prefix === '' ? name : `${prefix}:${name}`;
  const suggested = [...message.matchAll(/"Q\{([^}]*)\}([^\s"]+) \(([^"]*)\)"/g)].filter(
    ([, namespace, other = '']) =>
      (namespace === uri || namespace === functions) && !Object.hasOwn(refusedFunctions, other),
  );
  const same = suggested.filter(([, , other]) => other === name).map(([, , , given]) => countOf(given ?? ''));
  if (same.length > 0) {
    return `“${written}()” takes ${[...new Set(same)].join(' or ')} arguments, not ${arity}.`;
  }
  const others = [...new Set(suggested.map(([, , other]) => `“${other}()”`))];
  const hint = others.length === 0 ? '' : ` Did you mean ${others.slice(0, 3).join(' or ')}?`;
  return `The function “${written}()” does not exist.${hint}`;
}

function countOf(signature: string): string {
  const parts = signature === '' ? [] : signature.split(',');
  return signature.includes('...') ? `${parts.length - 1} or more` : String(parts.length);
}
