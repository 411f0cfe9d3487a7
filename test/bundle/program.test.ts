/** The bundled program: what is run is what was built last, whoever built it, and a verb loads what it needs. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { cacheSuffix } from '../../bin/run-program.js';
import { writeCache } from '../../scripts/bundle-cache.js';
import { bundleProgram, writeProgram } from '../../scripts/bundle-program.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A package as small as can be: its program says a word, and whether it is the bundled one. */
function openPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  let builds = 0;
  /** What the compiler does. */
  const build = (word: string) => {
    write('dist/cli/main.js', mainThatSays(word));
    write('dist/cli/later.js', `export const word = '${word}';`);
    write('dist/cli/.tsbuildinfo', '{}');
    builds += 1;
    utimesSync(join(folder, 'dist/cli/.tsbuildinfo'), builds, builds);
  };
  const run = () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, 'bin/signalbox.js')], {
      encoding: 'utf8',
    });
    return { stdout, stderr, status };
  };
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('dist/connectors/sql/query-process.js', 'export {};');
  write('dist/runtime/backup/backup-process.js', 'export {};');
  write('dist/runtime/queries/xquery-process.js', 'export {};');
  write('dist/runtime/queries/xquery-thread.js', 'export {};');
  build('one');
  return { folder, write, build, run };
}

const mainThatSays = (word: string): string => `
  export const ended = import('./later.js').then((later) => {
    const isBundled = import.meta.url.includes('/dist/program/');
    process.stdout.write([isBundled ? 'bundled' : 'compiled', '${word}', later.word].join(' '));
  });
`;

const says = (stdout: string) => ({ stdout, stderr: '', status: 0 });

test('[A10] the bundle is run as long as it is made of what was built last', async () => {
  const { folder, build, run } = openPackage();
  expect(run()).toEqual(says('compiled one one'));
  await writeProgram(folder);
  expect(run()).toEqual(says('bundled one one'));
  build('two');
  expect(run()).toEqual(says('compiled two two'));
  await writeProgram(folder);
  expect(run()).toEqual(says('bundled two two'));
});

test('[A10] a bundle of other packages is not run', async () => {
  const { folder, write, run } = openPackage();
  write('node_modules/.package-lock.json', '{}');
  await writeProgram(folder);
  expect(run()).toEqual(says('bundled one one'));
  const later = Date.now() / 1000 + 60;
  utimesSync(join(folder, 'node_modules/.package-lock.json'), later, later);
  expect(run()).toEqual(says('compiled one one'));
});

test('[A10] what was built while the bundle was made makes it a stale one', async () => {
  const { folder, build, run } = openPackage();
  const making = writeProgram(folder);
  build('two');
  await making;
  expect(run()).toEqual(says('compiled two two'));
});

test('[A10] where nothing is ever built the bundle is run', async () => {
  const { folder, run } = openPackage();
  await writeProgram(folder);
  for (const layer of ['cli', 'connectors']) rmSync(join(folder, 'dist', layer), { recursive: true });
  expect(run()).toEqual(says('bundled one one'));
});

test('[A10] those who run an older bundle still find its files', async () => {
  const { folder, build } = openPackage();
  const program = join(folder, 'dist/program');
  await writeProgram(folder);
  const first = readdirSync(program);
  build('two');
  await writeProgram(folder);
  expect(readdirSync(program)).toEqual(expect.arrayContaining(first));
  const longAgo = 1;
  for (const name of first) utimesSync(join(program, name), longAgo, longAgo);
  build('three');
  await writeProgram(folder);
  const left = readdirSync(program);
  expect(first.filter((name) => name.endsWith('.cjs') && left.includes(name))).toEqual([]);
});

test('[A10] code that was compiled when the bundle was made is not compiled again', async () => {
  const { folder, write, run } = openPackage();
  await writeProgram(folder);
  await writeCache(folder);
  write('look.mjs', lookAtCaches);
  const { stderr } = spawnSync(process.execPath, [join(folder, 'look.mjs')], { encoding: 'utf8' });
  expect(stderr).toBe('main used\nlater used\n');
  expect(run()).toEqual(says('bundled one one'));
});

const lookAtCaches = `
  import { findProgram } from './bin/built-from.js';
  import { runProgram } from './bin/run-program.js';
  const seen = [];
  const onLoad = (file, script) => seen.push([/(\\w+)-[^/]*$/.exec(file)[1], script.cachedDataRejected]);
  const folder = new URL('.', import.meta.url).pathname;
  await runProgram(folder + 'dist/program', findProgram(folder), onLoad).ended;
  for (const [name, rejected] of seen) console.error(name, rejected === false ? 'used' : 'not used');
`;

test('[A10] compiled code that V8 cannot use does no harm', async () => {
  const { folder, run } = openPackage();
  await writeProgram(folder);
  const program = join(folder, 'dist/program');
  for (const name of readdirSync(program)) writeFileSync(join(program, name + cacheSuffix), 'nonsense');
  expect(run()).toEqual(says('bundled one one'));
});

test('[A10] where nothing is built it says what to do', () => {
  const { folder, run } = openPackage();
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(run()).toEqual({
    stdout: '',
    stderr: 'Signalbox is not built here yet, or only in part. Run:  npm start\n',
    status: 1,
  });
});

test('[A10] a binary of another Node.js is told, with what to do', async () => {
  const { folder, write, run } = openPackage();
  write('dist/cli/later.js', `throw Object.assign(new Error('dlopen'), { code: 'ERR_DLOPEN_FAILED' });`);
  await writeProgram(folder);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The database that came with Signalbox was made for another Node\.js [^\n]*\nStart it with/,
  );
});

test('[P8.1] a bundle for another machine is told to be one', async () => {
  const { folder, write, run } = openPackage();
  write('dist/cli/later.js', `throw Object.assign(new Error('dlopen'), { code: 'ERR_DLOPEN_FAILED' });`);
  write('manifest.json', '{}');
  await writeProgram(folder);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The database in this bundle [^\n]*\nInstall the bundle that was made for it[^\n]*\n$/,
  );
});

test('[A10] a verb that fails is not mistaken for one that is not built', async () => {
  const { folder, write, run } = openPackage();
  write('dist/cli/later.js', `throw new TypeError('out of order');`);
  await writeProgram(folder);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toContain('TypeError: out of order');
});

const heavy = /^(?:zod|undici|prom-client|ioredis|@modelcontextprotocol\/.*)$/;
const chunks = await bundleProgram(root);

/** The packages that come with a file of the program, and with all that it cannot do without. */
function packagesWith(name: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    if (chunk === undefined || seen.has(file)) return;
    seen.add(file);
    for (const each of chunk.imports) visit(each);
  };
  visit(
    chunks.find((chunk) => chunk.name === name && chunk.isDynamicEntry === (name !== 'main'))?.fileName ?? '',
  );
  expect(seen.size).toBeGreaterThan(0);
  const modules = chunks.filter(({ fileName }) => seen.has(fileName)).flatMap(({ moduleIds }) => moduleIds);
  return new Set(modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []));
}

test.each(['main', 'validate', 'run', 'tour', 'stdio', 'rpc', 'serve'])(
  '[T2] calling %s does not load what keeps or performs runs before it is needed',
  (verb) => {
    expect([...packagesWith(verb)].filter((name) => heavy.test(name))).toEqual([]);
  },
);

test.each(['open-stdio', 'open-rpc'])(
  '[P8.1] what a client over standard input and output waits for has nothing of the web server: %s',
  (entry) => {
    const packages = packagesWith(entry);
    expect([...packages]).toContain('@modelcontextprotocol/server');
    expect(
      [...packages].filter((name) =>
        /^(?:undici|prom-client|ioredis|@modelcontextprotocol\/client)$/.test(name),
      ),
    ).toEqual([]);
  },
);
