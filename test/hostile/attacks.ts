/** Every attack, of every kind. */
import type { Attack } from './attack.ts';
import { graphAttacks } from './graph-attacks.ts';
import { guideAttacks } from './guide-attacks.ts';
import { nonsenseAttacks } from './nonsense-attacks.ts';
import { questionAttacks } from './question-attacks.ts';
import { yawlAttacks } from './yawl-attacks.ts';

export const attacks: readonly Attack[] = [
  ...graphAttacks,
  ...yawlAttacks,
  ...guideAttacks,
  ...questionAttacks,
  ...nonsenseAttacks,
];
