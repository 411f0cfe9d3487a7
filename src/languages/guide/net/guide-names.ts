/** Names in the nets of guides. Tasks of ours have a slash, which no step's id can have. */
import { part } from '../../net-draft.ts';

export const contextVariable = 'context';
/** How often a step was completed before the run began; in loops also what its gate decided last. */
export const doneOf = (step: string): string => part(step, 'done');
export const outputOf = (step: string): string => part(step, 'output');
/** What a person said who did not agree. */
export const remarkOf = (step: string): string => part(step, 'remark');
/** Whether whoever did it was told that a person has to agree. */
export const toldOf = (step: string): string => part(step, 'told');
export const confirmedOf = (step: string): string => part(step, 'confirmed');
/** Which pass of a loop is under way, from 1. */
export const passOf = (loop: string): string => part(loop, 'pass');
/** The list that a loop goes over, as it was when the loop was entered. */
export const itemsOf = (loop: string): string => part(loop, 'items');
export const countOf = (loop: string): string => part(loop, 'count');
export const decisionOfLoop = (loop: string): string => part(loop, 'decision');

export const gateOf = (step: string): string => part(step, 'gate');
export const askOf = (step: string): string => part(step, 'ask');
export const confirmOf = (step: string): string => part(step, 'confirm');
export const enterOf = (loop: string): string => part(loop, 'enter');
export const turnOf = (loop: string): string => part(loop, 'turn');
export const beginOf = (parallel: string): string => part(parallel, 'begin');
export const joinOf = (parallel: string): string => part(parallel, 'join');

/** Where the token waits before a step, and where it waits when the step is to be offered. */
export const entryPlace = (step: string): string => `→${step}`;
export const openPlace = (step: string): string => `${step}→`;
/** Before what follows on a branch, on a pass, on the whole of a loop or of a parallel step. */
export const askPlace = (step: string): string => `${step}?`;
export const confirmPlace = (step: string): string => `${step}!`;
export const enterPlace = (loop: string): string => `${loop}↓`;
export const turnPlace = (loop: string): string => `${loop}↻`;
export const beginPlace = (parallel: string): string => `${parallel}⇉`;
export const branchEndPlace = (branch: string): string => `${branch}⇇`;
