/** Names in the nets of guides. Generated tasks have a slash in their name, which no step id can have. */
import { partId } from '../../net-draft.ts';

export const contextVariable = 'context';
/** How often a step was completed before the run began; in loops also the last decision of its gate task. */
export const doneVariable = (step: string): string => partId(step, 'done');
export const outputVariable = (step: string): string => partId(step, 'output');
/** The remark of a person who did not agree. */
export const remarkVariable = (step: string): string => partId(step, 'remark');
/** Whether the step announced that a person must confirm it. */
export const noticeVariable = (step: string): string => partId(step, 'told');
export const confirmedVariable = (step: string): string => partId(step, 'confirmed');
/** The current pass of a loop, from 1. */
export const passVariable = (loop: string): string => partId(loop, 'pass');
/** The list that a loop iterates over, as it was when the loop was entered. */
export const itemsVariable = (loop: string): string => partId(loop, 'items');
export const countVariable = (loop: string): string => partId(loop, 'count');
export const decisionVariable = (loop: string): string => partId(loop, 'decision');

export const gateTask = (step: string): string => partId(step, 'gate');
export const askTask = (step: string): string => partId(step, 'ask');
export const confirmTask = (step: string): string => partId(step, 'confirm');
export const enterTask = (loop: string): string => partId(loop, 'enter');
export const nextPassTask = (loop: string): string => partId(loop, 'turn');
export const beginTask = (parallel: string): string => partId(parallel, 'begin');
export const joinTask = (parallel: string): string => partId(parallel, 'join');

/** The place before a step, and the place from which the step is offered. */
export const entryPlace = (step: string): string => `→${step}`;
export const offerPlace = (step: string): string => `${step}→`;
/** The place before the rest of a branch, of a pass, of a loop or of a parallel step. */
export const askPlace = (step: string): string => `${step}?`;
export const confirmPlace = (step: string): string => `${step}!`;
export const enterPlace = (loop: string): string => `${loop}↓`;
export const nextPassPlace = (loop: string): string => `${loop}↻`;
export const beginPlace = (parallel: string): string => `${parallel}⇉`;
export const branchEndPlace = (branch: string): string => `${branch}⇇`;
