/**
 * The questions that decide an OR-join: for each empty input that may still get a token, whether it can while the marked
 * ones stay marked. Each is asked of the relevant part of the net at this marking.
 */
import type { CoverQuestion } from './cover-question.ts';
import { closeForward } from './forward-closure.ts';
import { type Fuel, unlimited } from './fuel.ts';
import { findRelevance, type Relevance, restrict } from './restrict.ts';
import type { RoutingNet } from './routing-net.ts';
import type { SearchNet } from './search-net.ts';

const costOfTransition = 10;

/** Evaluated lazily: usually the first answer decides. */
export function* findQuestions(
  search: SearchNet,
  { places, tasks }: RoutingNet,
  join: number,
  tokens: readonly number[],
  busy: readonly number[],
  fuel: Fuel = unlimited,
): Generator<CoverQuestion, void, void> {
  const { inputs } = tasks[join]!;
  const start = new Int32Array(search.net.places);
  for (const place of tokens) for (const at of search.image[place]!) start[at]! += 1;
  for (const task of busy) for (const at of search.image[places + task]!) start[at]! += 1;
  const closure = closeForward(search, start);
  // By the net's own marking: merging moves tokens early, possibly into an input that is empty now.
  const holds = new Set(tokens);
  const marked = search.inputs.filter((_, index) => holds.has(inputs[index]!));
  const empty = search.inputs.filter((_, index) => !holds.has(inputs[index]!));
  const size = search.net.places + costOfTransition * search.net.transitions.length;
  fuel.left -= size;
  for (const at of empty) {
    // Of each question, because it is asked of a net that is made for it.
    fuel.left -= size;
    if (closure.places[at] === 1) yield focus(search, start, closure.transitions, at, marked);
  }
}

function focus(
  search: SearchNet,
  start: Int32Array,
  usable: Uint8Array,
  empty: number,
  marked: readonly number[],
): CoverQuestion {
  const target = [empty];
  let unwatched = marked;
  let relevance = findRelevance(search.net, search.givers, target, usable);
  // A marked input that no relevant transition takes from or empties stays marked.
  for (;;) {
    const touched = findTouched(search, relevance);
    const atRisk = unwatched.filter((place) => touched[place] === 1);
    if (atRisk.length === 0) break;
    target.push(...atRisk);
    unwatched = unwatched.filter((place) => touched[place] === 0);
    relevance = findRelevance(search.net, search.givers, target, usable);
  }
  const { net, renumber } = restrict(search.net, relevance);
  const focused = new Int32Array(net.places);
  renumber.forEach((to, from) => {
    if (to >= 0) focused[to] = start[from]!;
  });
  return { net, start: focused, target: target.map((place) => renumber[place]!).sort((a, b) => a - b) };
}

function findTouched({ net }: SearchNet, relevance: Relevance): Uint8Array {
  const touched = new Uint8Array(net.places);
  net.transitions.forEach(({ take, empties }, index) => {
    if (relevance.transitions[index] === 0) return;
    for (const place of take) touched[place] = 1;
    for (const place of empties) touched[place] = 1;
  });
  return touched;
}
