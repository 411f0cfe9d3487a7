/** Kills a process again and again while it works in one data folder, each time at the next point of a plan. */
import type { Random } from '../../src/testing/index.ts';
import type { CountingServer } from './counting-server.ts';
import type { EndedLife, Life, Nursery, OwnDeath, Start, Task, Word } from './nursery.ts';

export const phases = [
  'before commit',
  'during commit',
  'after commit',
  'call in flight',
  'reply before commit',
  'undo',
  'timer',
  'opening',
  'recovery',
  'any moment',
  'migration',
  'purge',
  'fork',
] as const;

export type Phase = (typeof phases)[number];

export type Death = { readonly phase: Phase } & (
  | { readonly kind: 'own'; readonly own: OwnDeath }
  /** When the server gets the `at`-th such request, before it answers. */
  | {
      readonly kind: 'request';
      readonly method: string | null;
      readonly path: string;
      readonly at: number;
    }
  /** So many milliseconds after it said so. */
  | { readonly kind: 'moment'; readonly after: 'opening' | 'opened'; readonly milliseconds: number }
);

export interface Place {
  readonly nursery: Nursery;
  readonly server: CountingServer;
  readonly data: string;
  readonly workflows: string;
}

export interface Campaign {
  readonly starts: readonly Start[];
  /** Run by key, as whoever started it was told. */
  readonly runs: ReadonlyMap<string, string>;
  readonly kills: readonly Phase[];
  readonly problems: readonly string[];
}

/** @param batch the new work of the nth life */
export async function runCampaign(
  place: Place,
  random: Random,
  deaths: readonly Death[],
  batch: (life: number) => readonly Start[],
): Promise<Campaign> {
  const starts: Start[] = [];
  const runs = new Map<string, string>();
  const kills: Phase[] = [];
  const problems: string[] = [];

  let lives = 0;

  const live = async (death: Death | null): Promise<boolean> => {
    const fresh = death === null ? [] : batch(lives);
    lives += 1;
    const asked = [
      ...starts.filter(({ key }) => !runs.has(key)),
      // A key that was answered before is answered the same.
      ...random.shuffle(starts.filter(({ key }) => runs.has(key))).slice(0, 2),
      ...fresh,
    ];
    starts.push(...fresh);
    const ended = await liveOnce(place, { starts: asked }, death);
    for (const word of ended.words) {
      if (word.kind === 'warning') problems.push(word.message);
      if (word.kind !== 'started') continue;
      const before = runs.get(word.key);
      if (before !== undefined && before !== word.run) {
        problems.push(`${word.key} was run ${before}, and is ${word.run} now`);
      }
      runs.set(word.key, word.run);
    }
    const isKilled = ended.signal === 'SIGKILL';
    if (isKilled) kills.push(phaseOf(death, ended));
    return isKilled;
  };

  for (const death of deaths) {
    // What is asked for at its first occurrence is met in any case.
    const isMet = (await live(death)) || (await live(firstOf(death)));
    if (!isMet) problems.push(`A process was not killed: ${JSON.stringify(death)}`);
  }
  if (await live(null)) problems.push('A process was killed that nobody meant to kill.');
  return { starts, runs, kills, problems };
}

/** Whoever was meant to die while it opened may have been faster. */
function phaseOf(death: Death | null, { words }: EndedLife): Phase {
  const isOpen = words.some(({ kind }) => kind === 'opened');
  return death === null || (death.phase === 'opening' && isOpen) ? 'any moment' : death.phase;
}

function firstOf(death: Death): Death {
  if (death.kind === 'own') return { ...death, own: { ...death.own, at: 1 } };
  return death.kind === 'request' ? { ...death, at: 1 } : { ...death, milliseconds: 0 };
}

/** One life, to its end. Throws where it failed by itself. */
export async function liveOnce(place: Place, task: Partial<Task>, death: Death | null): Promise<EndedLife> {
  const { server } = place;
  const own = death?.kind === 'own' ? { kill: death.own } : {};
  let timer: NodeJS.Timeout | undefined;
  const life = beginLife(place, { ...task, ...own }, ({ kind }) => {
    if (death?.kind === 'moment' && kind === death.after) timer = setTimeout(life.kill, death.milliseconds);
  });
  let met = 0;
  server.watch(({ method, path }) => {
    if (death?.kind !== 'request' || death.path !== path) return false;
    if (death.method !== null && death.method !== method) return false;
    met += 1;
    if (met === death.at) life.kill();
    return met >= death.at;
  });
  const ended = await life.ended;
  clearTimeout(timer);
  server.watch(() => false);
  if (ended.signal === 'SIGKILL' || ended.code === 0) return ended;
  const last = JSON.stringify(ended.words.at(-1));
  throw new Error(`It ended with ${ended.code ?? ended.signal}: ${last}${ended.complaints}`);
}

export function beginLife(
  { nursery, server, data, workflows }: Place,
  task: Partial<Task>,
  heard?: (word: Word) => void,
): Life {
  const { url } = server;
  const idle = { kill: null, starts: [], late: [], forks: [], purge: null, answers: true };
  return nursery.begin({ data, workflows, url, ...idle, ...task }, heard);
}
