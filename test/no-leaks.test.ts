/** The check around every test file: files that leave something behind fail, and the next file finds nothing of it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs test files in one worker, in this order, with the check. @returns by file: why it failed, or '' */
function runFiles(bodies: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-leaks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = bodies.map((body, index) => {
    const file = join(folder, `${index}.test.ts`);
    writeFileSync(
      file,
      `import { createServer } from 'node:http';\nimport { expect, test, vi } from 'vitest';\ntest('it', async () => { ${body} });\nvoid [createServer, vi, expect];\n`,
    );
    return file;
  });
  const config = {
    isolate: false,
    hookTimeout: 60_000,
    maxWorkers: 1,
    fileParallelism: false,
    setupFiles: [join(root, 'test/no-leaks.ts')],
    sequence: { shuffle: false },
  };
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: ${JSON.stringify(config)} };`);
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--reporter=json'],
    { encoding: 'utf8', cwd: folder },
  );
  const report: { readonly testResults: readonly { readonly name: string; readonly message: string }[] } =
    JSON.parse(stdout);
  return files.map((file) => report.testResults.find(({ name }) => name === file)?.message ?? 'not run');
}

test('[A12] each kind of leak fails its file by name, and is gone for the next file', () => {
  const [env, handler, timers, global, server, clean] = runFiles([
    "process.env['LEFT_BEHIND'] = '1';",
    "process.on('SIGTERM', () => undefined);",
    'vi.useFakeTimers();',
    'globalThis.fetch = async () => new Response();',
    "await new Promise((done) => createServer().listen(0, '127.0.0.1', done));",
    `expect(process.env['LEFT_BEHIND']).toBeUndefined();
     expect(process.listenerCount('SIGTERM')).toBe(0);
     expect(vi.isFakeTimers()).toBe(false);
     expect(String(globalThis.fetch)).not.toContain('new Response');`,
  ]);
  expect(env).toContain('the environment variable LEFT_BEHIND');
  expect(handler).toContain('a handler of “SIGTERM”');
  expect(timers).toContain('fake timers');
  expect(global).toContain('another globalThis.fetch');
  expect(server).toContain('open TCPServerWrap');
  expect(clean).toBe('');
});
