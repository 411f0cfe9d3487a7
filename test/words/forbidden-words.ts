/** Words that may not come back, with what to write instead, and the places where one of them is right. */

export interface ForbiddenWord {
  readonly word: string;
  readonly instead: string;
}

export interface WordException {
  readonly word: string;
  /** How the path begins. */
  readonly path: string;
  readonly reason: string;
}

const words = (table: Readonly<Record<string, string>>): readonly ForbiddenWord[] =>
  Object.entries(table).map(([word, instead]) => ({ word, instead }));

/** As one word of a file name or of an identifier (`openHouse` has the words open and house). */
export const forbiddenInNames: readonly ForbiddenWord[] = words({
  house: 'app',
  door: 'endpoint, interface, socket',
  doors: 'endpoints, interfaces',
  shelf: 'registry, list',
  desk: 'dispatcher, dependencies, log, service',
  seat: 'lock',
  keepsake: 'cache',
  keepsakes: 'cache',
  visitor: 'caller',
  newborn: 'new run',
  stow: 'externalize',
  unstow: 'resolve',
  certify: 'addReceipt',
  testify: 'addAuditEntry',
  bulletin: 'change notifier',
  vigil: 'stream monitor',
  timekeeper: 'timer scheduler',
  journey: 'context',
  itinerary: 'options',
  surroundings: 'environment',
  workshop: 'compile context',
  doers: 'toolFor',
  happening: 'event input',
  whereabouts: 'location',
  narrate: 'format, report',
  misfit: 'mismatch',
  misfits: 'mismatches',
  misshape: 'mismatch',
  misshapes: 'mismatches',
  graft: 'attach',
  straighten: 'normalize',
  onlooker: 'watcher',
  lab: 'fixture, harness',
  scene: 'test net, fixture',
  scenes: 'test nets, fixtures',
  longest: 'max…',
  shortest: 'min…',
  whoever: 'the role',
});

/** In comments, messages, descriptions, test titles and docs. */
export const forbiddenInProse: readonly ForbiddenWord[] = words({
  whoever: 'the caller, the operator, the agent',
  whomever: 'the caller, the operator, the agent',
  nobody: 'the role, with “not”',
  somebody: 'a person, another principal',
  'held against': 'validated against, compared with',
  'hold against': 'validate against, compare with',
  'holds against': 'validates against, compares with',
  'parted by': 'comma-separated, split by',
  'where nothing is said': 'default: …',
  'where nobody says': 'default: …',
  'where absent': 'default: …',
  dear: 'expensive',
  'came upon a mistake': 'internal error',
  'what became of': 'the outcome of',
  'the looking on': 'watching',
  house: 'app',
  shelf: 'registry, list',
  desk: 'dispatcher, dependencies, log, service',
  keepsake: 'cache entry',
  keepsakes: 'cache',
  vigil: 'monitor',
  newborn: 'new run',
  itinerary: 'options',
  whereabouts: 'location',
  onlooker: 'watcher',
  misfit: 'mismatch',
  misfits: 'mismatches',
  doors: 'interfaces, endpoints',
});
