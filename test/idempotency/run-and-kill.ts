/** A process that does one thing, and is killed at a given point of its commit. It runs the built program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../src/operations/index.ts';
import { fixturePath } from '../fixture-path.ts';

const fixture = fixturePath('killed');

export interface KilledProcessOptions {
  readonly data: string;
  readonly workflows: string;
  readonly env: Environment;
  /** Before the transaction, after its first row, before its end, or after it and before the reply. */
  readonly moment: 'before' | 'row' | 'written' | 'after';
  readonly operation: string;
  readonly order: object;
}

/** @returns how it ended, and its output */
export async function runAndKill(
  life: KilledProcessOptions,
): Promise<readonly [signal: unknown, said: string]> {
  const child = spawn(process.execPath, [fixture, JSON.stringify(life)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const [, signal] = await once(child, 'close');
  return [signal, said];
}
