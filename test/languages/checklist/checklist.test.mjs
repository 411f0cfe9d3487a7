/** Run it with “node --test”, or use another test runner. */
import { after, test } from 'node:test';
import { languageCases, openLanguage } from 'signalbox/testing';
import { sample } from './sample.mjs';

const opened = await openLanguage(sample);
after(() => opened.end());

for (const { fact, run } of Object.values(languageCases).flat()) test(fact, () => run(opened));
