/** Checks the numbers and combinations of one task [K14.1]. */
import type { Bound, Retry, Task } from '../model/program.ts';
import type { Report } from './problem.ts';

export const checkTask = (task: Task, report: Report): void => {
  if (task.from.length === 0) report('flow', 'A task needs an input place.');
  checkFlows(task, report);
  checkWork(task, report);
  checkEach(task, report);
  checkRetry(task.retry, report);
  checkRetry(task.undo?.retry, report);
  checkTimeout(task, report);
  if (task.visits !== undefined && !isWhole(task.visits, 1))
    report('limit', 'visits must be a whole number from 1.');
};

const checkFlows = (task: Task, report: Report): void => {
  if (task.flows.length === 0) report('flow', 'A task needs a flow; a flow to null ends the path.');
  const defaults = task.flows.filter((flow) => flow.default === true).length;
  if (defaults > 1) report('flow', `A task may have one default flow, not ${defaults}.`);
  if (task.split !== 'and') return;
  if (defaults > 0) report('flow', 'An AND-split has no default flow: it takes all flows.');
  if (task.flows.some((flow) => flow.guard !== undefined)) report('flow', 'An AND-split has no guards.');
};

const checkWork = (task: Task, report: Report): void => {
  const { work } = task;
  if (work.kind !== 'wait') return;
  if (work.for === undefined && work.until === undefined && work.signal === undefined) {
    report('work', 'A wait needs a duration, a point in time or a signal.');
  }
};

const checkEach = (task: Task, report: Report): void => {
  const { each } = task;
  if (each === undefined) return;
  if (each.items === undefined && each.min === undefined) report('each', 'An each needs a list, or min.');
  const check = (name: string, bound: Bound | undefined, min: number): void => {
    if (typeof bound === 'number' && !isWhole(bound, min)) {
      report('each', `${name} must be a whole number from ${min}.`);
    }
  };
  check('min', each.min, 0);
  check('max', each.max, 0);
  check('threshold', each.threshold, 1);
  check('concurrency', each.concurrency, 1);
  if (typeof each.min === 'number' && typeof each.max === 'number' && each.min > each.max) {
    report('each', `min (${each.min}) is greater than max (${each.max}).`);
  }
};

const checkRetry = (retry: Retry | undefined, report: Report): void => {
  if (retry === undefined) return;
  const { limit, delay, factor = 2, cap = 0, jitter = 0 } = retry;
  if (!isWhole(limit, 0)) report('retry', 'limit must be a whole number from 0.');
  if (!(delay >= 0 && Number.isFinite(delay)))
    report('retry', 'delay must be a number of milliseconds from 0.');
  if (!(factor >= 1 && Number.isFinite(factor))) report('retry', 'factor must be a number from 1.');
  if (!(cap >= 0 && Number.isFinite(cap))) report('retry', 'cap must be a number of milliseconds from 0.');
  if (!(jitter >= 0 && jitter <= 1)) report('retry', 'jitter must be from 0 to 1.');
};

const checkTimeout = (task: Task, report: Report): void => {
  const { timeout } = task;
  if (timeout === undefined) return;
  if ((timeout.after === undefined) === (timeout.until === undefined)) {
    report('timeout', 'A timeout has either after or until.');
  }
  const isOffer = task.work.kind === 'offer';
  if (!isOffer && timeout.from !== undefined && timeout.from !== 'start')
    report('timeout', 'Only an offer can be timed from its hold.');
  if (!isOffer && timeout.onExpiry === 'finish')
    report('timeout', 'Only an offer can be finished by its timeout.');
};

export const isWhole = (value: number, min: number): boolean => Number.isInteger(value) && value >= min;
