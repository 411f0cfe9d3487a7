/**
 * The answer to a work item of a guide, held against what its step asks for: criteria, contract and assessments [U8.2]. What
 * does not meet them is refused with everything that is wrong, and nothing changes.
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

/** The answer as the run gets it. Throws where it does not fit. */
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
  // Of an item that is over nothing is set any more.
  const isOpen = item.state === 'offered' || item.state === 'held';
  const needsContext = isOpen && (context !== undefined || step.criteria !== null);
  const known = needsContext ? (await contextOfRun(services, item)).context : {};
  // Looked up as the run does: what is set with the answer counts already.
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

/** What has neither of the two parts is the output itself: whoever only has a text sends that. */
function readStepAnswer({ output: given, texts = {}, outputXml }: GivenAnswer): ReadAnswer {
  if (outputXml !== undefined) return wrong('outputXml', 'xml', 'A step of a guide is not answered in XML.');
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
  const hint =
    nearest === undefined ? 'What was produced goes into “output” whole.' : `Did you mean “${nearest}”?`;
  const message = `“${name}” was not asked for beside “output” and “context”. ${hint}`;
  return wrong(`output.${name}`, 'unknown-field', message, nearest ?? parts.join(', '), name);
}

const wrong = (
  path: string,
  rule: string,
  message: string,
  expected = 'an answer in JSON',
  actual = 'XML',
): ReadAnswer => ({ answer: {}, violations: [{ path, rule, message, expected, actual }] });

/** What a refusal names. */
interface ShownItem {
  readonly item: string;
  readonly step: string;
  readonly title: string;
}

/** Throws where the step asks for something else. */
function checkStep(shown: ShownItem, verdict: OutputVerdict | null): void {
  if (verdict === null) return;
  if (verdict.kind === 'malformed') {
    throw new OperationError({
      code: 'invalid_criteria',
      message: `What the step “${shown.step}” asks for cannot be checked: ${verdict.message}`,
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
        ? 'Correct what is listed; “items.get” shows what is asked for.'
        : suggestions.join(' '),
    context: { item, step },
    violations,
  });
}
