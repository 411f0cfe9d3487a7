/**
 * Validates the answer to a work item of a guide against its step: criteria, contract and assessments [U8.2]. An
 * invalid answer is refused with all issues, and nothing changes.
 */
import { anyType, findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { GuideContext, OutputVerdict, StepItem } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { readTyped } from '../fit-parameters.ts';
import { describeJson } from '../items/describe-json.ts';
import type { GivenAnswer } from '../items/fit-answer.ts';
import { contextOfRun } from './context-of-run.ts';
import { refuseLargeContext } from './context-size.ts';
import { judgeOutput } from './judge-output.ts';
import { titleShown } from './step-item.ts';
import { isVariables } from './variables-in.ts';

/** The answer as the run receives it. Throws if it is invalid. */
export async function fitStepAnswer(
  services: Services,
  item: WorkItem,
  step: StepItem,
  given: GivenAnswer,
): Promise<Json> {
  const input = await cachedPayloads(services.store).resolvePayload(item.tenant, item.input);
  const shown = { item: item.id, step: step.step, title: titleShown(step, input) };
  const { answer, violations } = readStepAnswer(given);
  if (violations.length > 0) throw refused(shown, violations);
  const { output, context } = answer;
  // The answer to a closed item sets nothing.
  const isOpen = item.state === 'offered' || item.state === 'held';
  const needsContext = isOpen && (context !== undefined || step.criteria !== null);
  const known = needsContext ? (await contextOfRun(services, item)).context : {};
  // Looked up as in the run: variables set with the answer already count.
  const set = { ...known, ...context };
  if (context !== undefined && isOpen) refuseLargeContext(set, { item: item.id });
  checkStep(shown, judgeOutput(step, output, input, set));
  return { ...(output === undefined ? {} : { output }), ...(context === undefined ? {} : { context }) };
}

interface ReadAnswer {
  readonly answer: { readonly output?: Json; readonly context?: GuideContext };
  readonly violations: readonly OperationViolation[];
}

const parts: readonly string[] = ['output', 'context'];

/** An answer with neither of the two fields is the output itself, so that a client can send only a text. */
function readStepAnswer({ output: given, texts = {}, outputXml }: GivenAnswer): ReadAnswer {
  if (outputXml !== undefined)
    return wrong('outputXml', 'xml', 'A step of a guide cannot be answered in XML.');
  const typed = Object.entries(texts).map(([name, text]): [string, Json] => [
    name,
    name === 'context' ? (readTyped(anyType, text) ?? text) : text,
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

/** Throws if the output is invalid for the step. */
function checkStep(shown: ShownItem, verdict: OutputVerdict | null): void {
  if (verdict === null) return;
  if (verdict.kind === 'malformed') {
    throw new OperationError({
      code: 'invalid_criteria',
      message: `The criteria of the step “${shown.step}” are invalid: ${verdict.message}`,
      context: { item: shown.item, step: shown.step },
    });
  }
  if (verdict.valid) return;
  const violations = verdict.issues.map(({ message, rule, expected, actual }) => ({
    path: 'output.output',
    rule,
    message,
    expected,
    actual,
  }));
  throw refused(shown, violations, verdict.suggestions);
}

function refused(
  { item, step, title }: ShownItem,
  violations: readonly OperationViolation[],
  suggestions: readonly string[] = [],
): OperationError {
  return new OperationError({
    code: 'answer_refused',
    message: `The output of “${title}” is not accepted: ${violations.map(({ message }) => message.replace(/[.;]$/, '')).join('; ')}.`,
    suggestedAction:
      suggestions.length === 0
        ? 'Correct what is listed. “items.get” shows what is expected.'
        : suggestions.join(' '),
    context: { item, step },
    violations,
  });
}
