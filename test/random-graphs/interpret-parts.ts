/**
 * Interprets nodes with parts: parallel branches, one step per item, steps in sequence; and questions, waits, other
 * workflows.
 */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import { branchesOf, givesSomething, kindOf, type NodeData } from './document-data.ts';
import { completeFrame, failFrame } from './interpret-frame.ts';
import { isBroken, orUnset, type Parts, performNode, type Site } from './interpret-node.ts';
import { type Done, type Frame, nextScripted, observe } from './interpretation.ts';
import { millisecondsOf } from './plain-duration.ts';
import { computeExpression, computeTemplate, isTrue } from './simple-expression.ts';

/** Runs a workflow of the document in a frame. */
export type RunWorkflow = (
  site: Site,
  workflow: string,
  params: Readonly<Record<string, Json>>,
  frame: Frame,
  done: Done,
) => void;

export function createParts(runWorkflow: RunWorkflow): Parts {
  const parts: Parts = (site, node, name, frame, done) => {
    const { interpretation } = site;
    const inside: Site = { ...site, frame };
    const complete = (value: Json): void => {
      completeFrame(frame);
      done({ kind: 'completed', value });
    };
    switch (kindOf(node)) {
      case 'wait':
        observe(interpretation, site.frame, 'ran', name);
        interpretation.time.after(millisecondsOf(node.wait ?? 0), () => !isBroken(frame) && complete(null));
        return;
      case 'yield':
        ask(inside, site.frame, node, name, complete, done);
        return;
      case 'error': {
        const message = orUnset(site, () => computeTemplate(node.message ?? '', site.lookup));
        if (message === undefined) {
          skip(frame, done);
          return;
        }
        observe(interpretation, site.frame, 'ran', name);
        completeFrame(frame);
        done({ kind: 'failed', failures: [{ code: 'error', message: String(message) }] });
        return;
      }
      case 'workflow': {
        const args = orUnset(site, () => computeTemplate(node.args ?? {}, site.lookup));
        if (args === undefined) {
          skip(frame, done);
          return;
        }
        observe(interpretation, site.frame, 'ran', name);
        runWorkflow(site, node.workflow ?? '', args as Readonly<Record<string, Json>>, frame, done);
        return;
      }
      case 'parallel':
        observe(interpretation, site.frame, 'ran', name);
        sideBySide(inside, node, name, parts, complete, done);
        return;
      case 'foreach':
        perItem(inside, site.frame, node, name, parts, complete, done);
        return;
      case 'compensate':
        observe(interpretation, site.frame, 'ran', name);
        inARow(inside, node, name, parts, () => complete(null), done);
        return;
      default:
        observe(interpretation, site.frame, 'ran', name);
        interpretation.time.after(0, () => !isBroken(frame) && complete(null));
    }
  };
  return parts;
}

/** A reference is unset, and that is allowed. */
function skip(frame: Frame, done: Done): void {
  completeFrame(frame);
  done({ kind: 'skipped' });
}

function ask(
  site: Site,
  around: Frame,
  node: NodeData,
  name: string,
  complete: (value: Json) => void,
  done: Done,
): void {
  const { interpretation, frame, lookup } = site;
  const message = orUnset(site, () => computeTemplate(node.message ?? '', lookup));
  if (message === undefined) {
    skip(frame, done);
    return;
  }
  observe(interpretation, around, 'ran', name);
  observe(interpretation, around, 'asked', name, message);
  const scripted = nextScripted(interpretation, `answer ${name}`, interpretation.script.answers[name]);
  if (scripted === undefined) throw new Error(`The script has no answer for ${name}`);
  if (scripted.kind === 'never') return;
  interpretation.time.after(scripted.after, () => {
    if (isBroken(frame)) return;
    if (scripted.kind === 'answers') complete(scripted.value);
    else failFrame(interpretation, frame, () => done({ kind: 'failed', failures: [scripted.failure] }));
  });
}

/** `continue` ignores failures, `abort` cancels, a compensation lets all branches end first. */
function sideBySide(
  site: Site,
  node: NodeData,
  name: string,
  parts: Parts,
  complete: (value: Json) => void,
  done: Done,
): void {
  const { interpretation, frame, lookup, keep } = site;
  const policy = policyOf(node);
  const failures: Failure[] = [];
  const given = new Map<string, Json>();
  let completed = 0;
  let open = branchesOf(node).length;
  const breakNow = (): void => {
    if (!isBroken(frame)) failFrame(interpretation, frame, () => done({ kind: 'failed', failures }));
  };
  const end = (): void => {
    open -= 1;
    if (open > 0) return;
    if (policy === 'continue' && failures.length > 0 && completed === 0) {
      failures.splice(0, failures.length, {
        code: 'all-failed',
        message: `Every branch of “${name}” failed.`,
      });
      interpretation.time.after(0, breakNow, 'last');
    } else if (policy !== 'continue' && failures.length > 0) interpretation.time.after(0, breakNow, 'last');
    else complete(Object.fromEntries(variablesOf(node).map((each) => [each, given.get(each) ?? null])));
  };
  for (const [branchName, branch] of branchesOf(node)) {
    if (branch.if !== undefined && !isTrue(computeExpression(branch.if, lookup))) {
      interpretation.time.after(0, () => !isBroken(frame) && end());
      continue;
    }
    performNode(site, branch, branchName, parts, (outcome) => {
      if (isBroken(frame)) return;
      if (outcome.kind === 'failed') {
        failures.push(...(policy === 'settle' && failures.length > 0 ? [] : outcome.failures));
        if (policy === 'abort') interpretation.time.after(0, breakNow, 'last');
        else end();
        return;
      }
      completed += 1;
      if (outcome.kind === 'completed' && givesSomething(branch)) {
        given.set(branch.output ?? branchName, outcome.value);
        keep(branch.output ?? branchName, outcome.value);
      }
      end();
    });
  }
}

function policyOf({ on_partial_failure: policy = 'abort' }: NodeData): 'continue' | 'abort' | 'settle' {
  if (policy === 'continue' || policy === 'abort') return policy;
  return policy === 'rollback_all' ? 'abort' : 'settle';
}

const variablesOf = (node: NodeData): readonly string[] =>
  branchesOf(node)
    .filter(([, branch]) => givesSomething(branch))
    .map(([name, branch]) => branch.output ?? name);

/** In item order, with limited concurrency; its completed work stays with the outer frame. */
function perItem(
  site: Site,
  around: Frame,
  node: NodeData,
  name: string,
  parts: Parts,
  complete: (value: Json) => void,
  done: Done,
): void {
  const { interpretation, frame, lookup } = site;
  const list = orUnset(site, () => computeExpression(node.items ?? [], lookup));
  const step = node.step;
  if (!Array.isArray(list) || step === undefined) {
    skip(frame, done);
    return;
  }
  const items: readonly Json[] = list;
  observe(interpretation, around, 'ran', name);
  const failures: Failure[] = [];
  const give = (): void => {
    if (isBroken(frame)) return;
    // A loop does not undo its work; the outer frame can.
    failFrame(interpretation, frame, () => done({ kind: 'failed', failures }), 'hand over');
  };
  if (items.length > (node.max_iterations ?? items.length)) {
    failures.push({ code: 'too-many-instances', message: '' });
    interpretation.time.after(0, give, 'last');
    return;
  }
  const results: Json[] = items.map(() => null);
  let begun = 0;
  let ended = 0;
  let completed = 0;
  const end = (): void => {
    ended += 1;
    if (ended < items.length) begin();
    else if (completed > 0) complete(results);
    else {
      failures.splice(0, failures.length, { code: 'all-failed', message: '' });
      interpretation.time.after(0, give, 'last');
    }
  };
  const begin = (): void => {
    while (begun < items.length && begun - ended < (node.concurrency ?? defaultConcurrency)) one(begun++);
  };
  const one = (at: number): void => {
    const local = new Map<string, Json>();
    const own: Site = {
      ...site,
      lookup: (each) => (each === node.as ? items[at] : local.has(each) ? local.get(each) : lookup(each)),
      keep: (variable, value) => local.set(variable, value),
    };
    performNode(own, step, stepName(name, step), parts, (outcome) => {
      if (isBroken(frame)) return;
      if (outcome.kind === 'failed') {
        failures.push(...outcome.failures);
        if (node.on_partial_failure === 'continue') end();
        else interpretation.time.after(0, give, 'last');
        return;
      }
      completed += 1;
      results[at] = outcome.kind === 'completed' ? outcome.value : null;
      end();
    });
  };
  if (items.length === 0) complete([]);
  else begin();
}

const defaultConcurrency = 10;

/** A step has the name of its loop, unless it has parts. */
const stepName = (name: string, step: NodeData): string =>
  ['parallel', 'foreach'].includes(kindOf(step)) ? `${name}/step` : name;

function inARow(
  site: Site,
  node: NodeData,
  name: string,
  parts: Parts,
  complete: () => void,
  done: Done,
): void {
  const { interpretation, frame, lookup } = site;
  const steps = node.steps ?? [];
  const next = (at: number): void => {
    const step = steps[at];
    if (step === undefined) {
      complete();
      return;
    }
    if (step.if !== undefined && !isTrue(computeExpression(step.if, lookup))) {
      next(at + 1);
      return;
    }
    performNode({ ...site, lenient: true }, step, `${name}/${at + 1}`, parts, (outcome) => {
      if (isBroken(frame)) return;
      if (outcome.kind !== 'failed' || step.ignore_error === true) next(at + 1);
      else failFrame(interpretation, frame, () => done(outcome));
    });
  };
  next(0);
}
