import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { graphLanguage } from '../../../src/languages/index.ts';
import { convertFile } from '../../../src/languages/index.ts';
import { runTests } from '../../../src/operations/index.ts';
import { yawl } from '../play-specification.ts';
import type { SpecificationPlan } from '../specification-text.ts';
import { convertPlan, readBoth } from './play-both.ts';
import { startPlayer } from './player.ts';
