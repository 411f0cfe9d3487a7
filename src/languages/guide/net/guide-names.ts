/** Names in the nets of guides. Tasks of ours have a slash, which no step's id can have. */
import { partId } from '../../net-draft.ts';

export const contextVariable = 'context';
/** How often a step was completed before the run began; in loops also what its gate decided last. */
export const doneVariable = (step: string): string => partId(step, 'done');
export const outputVariable = (step: string): string => partId(step, 'output');
/** What a person said who did not agree. */
export const remarkVariable = (step: string): string => partId(step, 'remark');
/** Whether whoever did it was told that a person has to agree. */
export const noticeVariable = (step: string): string => partId(step, 'told');
export const confirmedVariable = (step: string): string => partId(step, 'confirmed');
/** Which pass of a loop is under way, from 1. */
export const passVariable = (loop: string): string => partId(loop, 'pass');
/** The list that a loop goes over, as it was when the loop was entered. */
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

/** Where the token waits before a step, and where it waits when the step is to be offered. */
export const entryPlace = (step: string): string => `→${step}`;
export const offerPlace = (step: string): string => `${step}→`;
/** Before what follows on a branch, on a pass, on the whole of a loop or of a parallel step. */
export const askPlace = (step: string): string => `${step}?`;
export const confirmPlace = (step: string): string => `${step}!`;
export const enterPlace = (loop: string): string => `${loop}↓`;
export const nextPassPlace = (loop: string): string => `${loop}↻`;
export const beginPlace = (parallel: string): string => `${parallel}⇉`;
export const branchEndPlace = (branch: string): string => `${branch}⇇`;
