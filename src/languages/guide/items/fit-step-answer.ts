/**
 * Validates the answer to a work item of a guide against its step: criteria, contract and assessments [U8.2]. An
 * invalid answer is refused with all issues, and nothing changes.
 */

import { findNearest } from '../../../expression/index.ts';
import type { Json } from '../../../kernel/index.ts';
import { describeJson } from '../../describe-json.ts';
import { readFlow } from '../../document/read-flow.ts';
import type { AnsweredItem, FittedAnswer, GivenAnswer } from '../../facets.ts';
import { phrase, plainText } from '../../phrase.ts';
import type { RefusalReport, RefusedPart } from '../../refusal.ts';
import type { GuideContext } from '../model/guide-context.ts';
import { contextVariable } from '../net/guide-names.ts';
import { contextOf, isVariables, refuseLargeContext } from '../runs/guide-values.ts';
import type { OutputVerdict } from '../validation/output-verdict.ts';
import { judgeOutput } from './judge-output.ts';
import { stepItemOf, titleShown } from './step-item.ts';

export async function fitStepAnswer(item: AnsweredItem, given: GivenAnswer): Promise<FittedAnswer> {
  const step = stepItemOf(item.item);
  const { input, isOpen } = item;
  const shown = { item: item.id, step: step.step, title: titleShown(step, input) };
  const { answer, violations } = readStepAnswer(given);
  if (violations.length > 0) return refused(shown, violations);
  const { output, context } = answer;
  // The answer to a closed item sets nothing.
  const needsContext = isOpen && (context !== undefined || step.criteria !== null);
  const known = needsContext ? contextOf(await item.variables([contextVariable])) : {};
  // Looked up as in the run: variables set with the answer already count.
  const set = { ...known, ...context };
  const tooLarge = context !== undefined && isOpen ? refuseLargeContext(set, { item: item.id }) : null;
  if (tooLarge !== null) return { kind: 'refused', report: tooLarge };
  return (
    refuseInvalid(shown, judgeOutput(step, output, input, set)) ?? {
      kind: 'fitted',
      value: { ...(output === undefined ? {} : { output }), ...(context === undefined ? {} : { context }) },
    }
  );
}

interface ReadAnswer {
  readonly answer: { readonly output?: Json; readonly context?: GuideContext };
  readonly violations: readonly RefusedPart[];
}

const parts: readonly string[] = ['output', 'context'];

/** An answer with neither of the two fields is the output itself, so that a client can send only a text. */
function readStepAnswer({ output: given, texts = {}, outputXml }: GivenAnswer): ReadAnswer {
  if (outputXml !== undefined)
    return wrong('outputXml', 'xml', 'A step of a guide cannot be answered in XML.');
  const typed = Object.entries(texts).map(([name, text]): [string, Json] => [
    name,
    name === 'context' ? (readFlow(text) ?? text) : text,
  ]);
  const hasParts = isVariables(given) && parts.some((name) => Object.hasOwn(given, name));
  const sent: GuideContext = hasParts
    ? given
    : given === undefined || given === null
      ? {}
      : { output: given };
  const answer: GuideContext = { ...sent, ...Object.fromEntries(typed) };
  const [unknownPart] = Object.keys(answer).filter((name) => !parts.includes(name));
  if (unknownPart !== undefined) return unknownPartIn(unknownPart);
  const { output, context } = answer;
  if (context !== undefined && context !== null && !isVariables(context)) {
    const message = '“context” must be an object: variables by name.';
    return wrong('output.context', 'wrong-type', message, 'an object', describeJson(context));
  }
  return {
    answer: {
      ...(output === undefined ? {} : { output }),
      ...(context === undefined || context === null ? {} : { context }),
    },
    violations: [],
  };
}

function unknownPartIn(name: string): ReadAnswer {
  const nearest = findNearest(name, parts);
  const hint = nearest === undefined ? 'Put the whole output into “output”.' : `Did you mean “${nearest}”?`;
  const message = `Unknown field “${name}”. An answer has “output” and “context”. ${hint}`;
  return wrong(`output.${name}`, 'unknown-field', message, nearest ?? parts.join(', '), name);
}

const wrong = (
  path: string,
  rule: string,
  message: string,
  expected = 'an answer in JSON',
  actual = 'XML',
): ReadAnswer => ({ answer: {}, violations: [{ path, rule, message, expected, actual }] });

/** Ids for the error. */
interface ShownItem {
  readonly item: string;
  readonly step: string;
  readonly title: string;
}

/** Null if the output is valid for the step. */
function refuseInvalid(shown: ShownItem, verdict: OutputVerdict | null): FittedAnswer | null {
  if (verdict === null) return null;
  if (verdict.kind === 'malformed') {
    const report: RefusalReport = {
      code: 'invalid_criteria',
      message: `The criteria of the step “${shown.step}” are invalid: ${verdict.message}`,
      context: { item: shown.item, step: shown.step },
    };
    return { kind: 'refused', report };
  }
  if (verdict.valid) return null;
  const violations = verdict.issues.map(({ message, rule, expected, actual }) => ({
    path: 'output.output',
    rule,
    message,
    expected,
    actual,
  }));
  return refused(shown, violations, verdict.suggestions);
}

function refused(
  { item, step, title }: ShownItem,
  violations: readonly RefusedPart[],
  suggestions: readonly string[] = [],
): FittedAnswer {
  const report: RefusalReport = {
    code: 'answer_refused',
    message: `The output of “${title}” is not accepted: ${violations.map(({ message }) => plainText(message).replace(/[.;]$/, '')).join('; ')}.`,
    suggestedAction:
      suggestions.length === 0
        ? phrase`Correct what is listed. ${{ operation: 'items.get' }} shows what is expected.`
        : suggestions.join(' '),
    context: { item, step },
    violations,
  };
  return { kind: 'refused', report };
}
