/** More cases at once than are remembered: every page is bounded by its work, and all pages together tell everything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalEntry } from '../../src/runtime/index.ts';
import { readLog } from '../../src/operations/events/read-log.ts';
