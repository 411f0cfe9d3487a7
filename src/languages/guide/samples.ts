/** Stands in until samples are there. */
import type { Sample } from '../language.ts';
import type { Guide } from './schema.ts';

export const samplesOfGuide = (_guide: Guide): readonly Sample[] => [];
