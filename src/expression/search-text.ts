/**
 * Searches texts with compiled patterns, in time linear in the text. The engine of the library is faster on average, but
 * its cost and its memory depend on what it has searched before. Here every step is counted, so that a limit holds in
 * every replay.
 */

export interface Effort {
  left: number;
}

/**
 * Whether the pattern is found in the text; with `whole`, whether it matches all of it. `undefined` if the effort is not
 * sufficient.
 */
export type TextSearch = (text: string, effort: Effort, whole?: boolean) => boolean | undefined;

/** Instructions of RE2; those from `rune` on take a character. */
const code = { alt: 1, altMatch: 2, capture: 3, empty: 4, match: 6, nop: 7, rune: 8, any: 10, anyInLine: 11 };
/** Conditions between two characters. */
const edge = { lineStart: 1, lineEnd: 2, start: 4, end: 8, wordEdge: 16, insideWord: 32 };

/** As RE2JS has it. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  matchRune(rune: number): boolean;
}

/** A pattern as RE2JS has compiled it. Declared here: users of the package have its types without those of RE2JS. */
export interface CompiledPattern {
  re2(): {
    readonly prog: { readonly inst: readonly Instruction[]; readonly start: number; startCond(): number };
    readonly prefix?: string | null;
  };
}

interface Node extends Instruction {
  /** What follows without a character; or after it. */
  next: readonly Node[];
  /** The round in which it was last added. */
  round: number;
}

export function createSearch(pattern: CompiledPattern): TextSearch {
  const { prog, prefix } = pattern.re2();
  const nodes = toNodes(prog.inst);
  const starts = nodes.slice(prog.start, prog.start + 1);
  const isAnchored = (prog.startCond() & edge.start) !== 0;
  const firstText: string = prefix ?? '';
  const hasEdges = nodes.some(({ op }) => op === code.empty);
  const edgesAt = (text: string, at: number): number => (hasEdges ? edgesBetween(text, at) : 0);
  const pending: Node[] = [];
  let round = 0;
  let isFound = false;

  /** Adds what can be reached without a character. Returns the number of steps. */
  const add = (from: readonly Node[], edges: number, list: Node[]): number => {
    let steps = 0;
    pending.push(...from);
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      steps += 1;
      if (node.round === round) continue;
      node.round = round;
      if (node.op >= code.rune) list.push(node);
      else if (node.op === code.match) isFound = true;
      else if (node.op !== code.empty || (node.arg & ~edges) === 0) pending.push(...node.next);
    }
    return steps;
  };

  return (text, effort, whole = false) => {
    let current: Node[] = [];
    let next: Node[] = [];
    let at = 0;
    round += 1;
    isFound = false;
    while (effort.left >= 0) {
      const canStart = at === 0 || !(whole || isAnchored);
      if (current.length === 0 && !canStart && !isFound) return false;
      if (current.length === 0 && !isFound && !whole && firstText !== '') {
        const found = text.indexOf(firstText, at);
        effort.left -= ((found < 0 ? text.length : found) - at) >> 4;
        if (found < 0) return false;
        at = found;
      }
      if (canStart) effort.left -= add(starts, edgesAt(text, at), current);
      if (isFound && (!whole || at === text.length)) return true;
      const rune = text.codePointAt(at);
      if (rune === undefined) return false;
      at += rune > 0xffff ? 2 : 1;
      round += 1;
      isFound = false;
      const edges = edgesAt(text, at);
      effort.left -= 1 + current.length;
      for (const node of current) if (accepts(node, rune)) effort.left -= add(node.next, edges, next);
      [current, next] = [next, current];
      next.length = 0;
    }
    return undefined;
  };
}

function toNodes(instructions: readonly Instruction[]): readonly Node[] {
  const nodes = instructions.map(
    (instruction): Node => ({
      op: instruction.op,
      out: instruction.out,
      arg: instruction.arg,
      matchRune: (rune) => instruction.matchRune(rune),
      next: [],
      round: 0,
    }),
  );
  for (const node of nodes) {
    const isChoice = node.op === code.alt || node.op === code.altMatch;
    const leads = isChoice ? [node.arg, node.out] : [node.out];
    // The first instruction fails, so nothing leads to it.
    node.next = leads.flatMap((at) => (at === 0 ? [] : nodes.slice(at, at + 1)));
  }
  return nodes;
}

const accepts = (node: Node, rune: number): boolean =>
  node.op === code.any || (node.op === code.anyInLine ? rune !== 10 : node.matchRune(rune));

function edgesBetween(text: string, at: number): number {
  const before = at > 0 ? text.charCodeAt(at - 1) : -1;
  const after = at < text.length ? text.charCodeAt(at) : -1;
  return (
    (before < 0 ? edge.start | edge.lineStart : before === 10 ? edge.lineStart : 0) |
    (after < 0 ? edge.end | edge.lineEnd : after === 10 ? edge.lineEnd : 0) |
    (isWord(before) === isWord(after) ? edge.insideWord : edge.wordEdge)
  );
}

const isWord = (character: number): boolean =>
  (character >= 97 && character <= 122) ||
  (character >= 65 && character <= 90) ||
  (character >= 48 && character <= 57) ||
  character === 95;
