/** Hides what either of two redactors hides. */
import type { Json } from '../../kernel/index.ts';
import type { Redact, Redactor } from '../../runtime/index.ts';

export function joinRedactors(one: Redactor, other: Redactor): Redactor {
  const join = (first: Redact, second: Redact): Redact => {
    function both(value: string): string;
    function both(value: Json): Json;
    function both(value: Json): Json {
      return second(first(value));
    }
    return both;
  };
  return {
    redact: join(one.redact, other.redact),
    hideSecrets: join(one.hideSecrets, other.hideSecrets),
  };
}
