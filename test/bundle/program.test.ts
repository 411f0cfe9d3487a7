/** The bundled program: it is built from the current sources, and a verb loads only what it needs. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { cacheSuffix } from '../../bin/run-program.js';
import { writeCache } from '../../scripts/bundle-cache.js';
import { bundleProgram, writeBundles, writeProgram } from './bundle-in-child.ts';
import { probeServer } from './probe-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The smallest possible package: its program prints a word. */
function openPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const edit = (word: string) => {
    write('src/cli/main.ts', mainThatPrints(word));
    write('src/cli/later.ts', `export const word: string = '${word}';`);
    write('src/operations/jobs/job-process.ts', `export const word: string = '${word}';`);
  };
  const run = () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, 'bin/signalbox.js')], {
      encoding: 'utf8',
    });
    return { stdout, stderr, status };
  };
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('src/connectors/sql/query-process.ts', 'export {};');
  write('src/runtime/backup/backup-process.ts', 'export {};');
  write('src/runtime/queries/xquery-process.ts', 'export {};');
  write('src/runtime/queries/xquery-thread.ts', 'export {};');
  edit('one');
  return { folder, write, edit, run };
}

const mainThatPrints = (word: string): string => `
  export const ended: Promise<void> = import('./later.ts').then((later) => {
    process.stdout.write(['${word}', later.word].join(' '));
  });
`;

const prints = (stdout: string) => ({ stdout, stderr: '', status: 0 });

test('[A10] a build after a change of the sources or of the packages runs the new program', async () => {
  const { folder, write, edit, run } = openPackage();
  expect(await writeProgram(folder)).toBe(true);
  expect(run()).toEqual(prints('one one'));
  expect(await writeProgram(folder)).toBe(false);
  edit('two');
  expect(await writeProgram(folder)).toBe(true);
  expect(run()).toEqual(prints('two two'));
  write('node_modules/.package-lock.json', '{}');
  expect(await writeProgram(folder)).toBe(true);
});

test('[A10] a copy of a checkout with other modification times runs the bundled program unchanged', async () => {
  const { folder, run } = openPackage();
  await writeProgram(folder);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    utimesSync(join(folder, path), 1, 1);
  }
  expect(run()).toEqual(prints('one one'));
  expect(await writeProgram(folder)).toBe(false);
  rmSync(join(folder, 'src'), { recursive: true });
  expect(run()).toEqual(prints('one one'));
});

test('[A10] a build completes what an interrupted one left out, and works without a code cache', async () => {
  const { folder, write, run } = openPackage();
  const libraries = ['client', 'kernel', 'testing'];
  for (const layer of libraries) write(`src/${layer}/index.ts`, `export const layer = '${layer}';`);
  await writeBundles(folder);
  rmSync(join(folder, 'dist/client.js'));
  await writeBundles(folder);
  expect(libraries.filter((layer) => !existsSync(join(folder, `dist/${layer}.js`)))).toEqual([]);
  expect(run()).toEqual(prints('one one'));
  // The program fails when the build starts it to fill the cache.
  write('src/cli/later.ts', `throw new TypeError('out of order');`);
  await writeBundles(folder);
  expect(run().stderr).toContain('TypeError: out of order');
});

test('[A10] a change of the sources during a build is not lost', async () => {
  const { folder, edit, run } = openPackage();
  const building = writeProgram(folder);
  edit('two');
  await building;
  await writeProgram(folder);
  expect(run()).toEqual(prints('two two'));
});

test('[A10] processes of an older bundle still find its files', async () => {
  const { folder, edit } = openPackage();
  const program = join(folder, 'dist/program');
  await writeProgram(folder);
  const first = readdirSync(program);
  edit('two');
  await writeProgram(folder);
  expect(readdirSync(program)).toEqual(expect.arrayContaining(first));
  const longAgo = 1;
  for (const name of first) utimesSync(join(program, name), longAgo, longAgo);
  edit('three');
  await writeProgram(folder);
  const left = readdirSync(program);
  expect(first.filter((name) => name.endsWith('.cjs') && left.includes(name))).toEqual([]);
});

test('[A10] code that was compiled with the bundle is not compiled again', async () => {
  const { folder, write, run } = openPackage();
  await writeProgram(folder);
  await writeCache(folder);
  write('look.mjs', lookAtCaches);
  const { stderr } = spawnSync(process.execPath, [join(folder, 'look.mjs')], { encoding: 'utf8' });
  expect(stderr).toBe('main used\nlater used\n');
  expect(run()).toEqual(prints('one one'));
});

const lookAtCaches = `
  import { findEntry, runProgram } from './bin/run-program.js';
  const seen = [];
  const onLoad = (file, script) => seen.push([/(\\w+)-[^/]*$/.exec(file)[1], script.cachedDataRejected]);
  const folder = new URL('dist/program', import.meta.url).pathname;
  await runProgram(folder, findEntry(folder), onLoad).ended;
  for (const [name, rejected] of seen) console.error(name, rejected === false ? 'used' : 'not used');
`;

test('[A10] compiled code that V8 cannot use does no harm', async () => {
  const { folder, run } = openPackage();
  await writeProgram(folder);
  const program = join(folder, 'dist/program');
  for (const name of readdirSync(program)) writeFileSync(join(program, name + cacheSuffix), 'nonsense');
  expect(run()).toEqual(prints('one one'));
});

test('[A10] a checkout that is not built prints what to do', () => {
  const { run } = openPackage();
  expect(run()).toEqual({
    stdout: '',
    stderr: 'Signalbox is not built here. Run:  npm start\n',
    status: 1,
  });
});

test('[A10] a binary of another Node.js is reported with what to do', async () => {
  const { folder, write, run } = openPackage();
  write('src/cli/later.ts', `throw Object.assign(new Error('dlopen'), { code: 'ERR_DLOPEN_FAILED' });`);
  await writeProgram(folder);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The database binary was compiled for another Node\.js [^\n]*\nUse the Node\.js/);
});

test('[P8.1] a bundle for another machine is reported with what to do', async () => {
  const { folder, write, run } = openPackage();
  write('src/cli/later.ts', `throw Object.assign(new Error('dlopen'), { code: 'ERR_DLOPEN_FAILED' });`);
  write('manifest.json', '{}');
  await writeProgram(folder);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The database binary in this bundle [^\n]*\nInstall the bundle made for it[^\n]*\n$/,
  );
});

test('[A10] a verb that fails is not reported as not built', async () => {
  const { folder, write, run } = openPackage();
  write('src/cli/later.ts', `throw new TypeError('out of order');`);
  await writeProgram(folder);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toContain('TypeError: out of order');
});

const heavy = /^(?:zod|undici|prom-client|ioredis|@modelcontextprotocol\/.*)$/;
const chunks = await bundleProgram(root);

/** The packages that a file of the program loads, directly or through its static imports. */
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
  '[T2] calling %s does not load the storage and execution of runs before it is needed',
  (verb) => {
    expect([...packagesWith(verb)].filter((name) => heavy.test(name))).toEqual([]);
  },
);

test.each(['open-stdio', 'open-rpc'])(
  '[P8.1] the start of a server over standard input and output loads nothing of the web server: %s',
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

/** The modules that a call of the program loads. */
function modulesLoadedBy(...args: readonly string[]): readonly string[] {
  const program = join(root, 'dist/program');
  const script = `
    import { findEntry, runProgram } from ${JSON.stringify(join(root, 'bin/run-program.js'))};
    import { basename } from 'node:path';
    process.on('exit', () => process.stderr.write('loaded ' + loaded.join(' ')));
    const loaded = [];
    process.argv.splice(1, 0, 'signalbox');
    const folder = ${JSON.stringify(program)};
    await runProgram(folder, findEntry(folder), (file) => loaded.push(basename(file))).ended;
  `;
  const data = mkdtempSync(join(tmpdir(), 'signalbox-loaded-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, '--', ...args],
    { encoding: 'utf8', cwd: root, env: { ...process.env, SIGNALBOX_DATA: data } },
  );
  expect({ stderr, status }).toMatchObject({ status: 0 });
  const files = /loaded (.*)$/.exec(stderr)?.[1]?.split(' ') ?? [];
  expect(files.length).toBeGreaterThan(0);
  return chunks.filter(({ fileName }) => files.includes(fileName)).flatMap(({ moduleIds }) => moduleIds);
}

test('[T2][T3] verbs that need no runs load nothing that stores or performs them', () => {
  const layers = /\/src\/(?:operations|runtime|server)\//;
  const packages = /\/node_modules\/(?:zod|undici)\//;
  expect(modulesLoadedBy('--version').filter((id) => layers.test(id))).toEqual([]);
  // It lists the verbs that follow from operations, and performs none.
  const servers = /\/src\/server\/|\/node_modules\/undici\//;
  expect(modulesLoadedBy('--help').filter((id) => servers.test(id))).toEqual([]);
  expect(modulesLoadedBy('run', '--help').filter((id) => packages.test(id))).toEqual([]);
  expect(modulesLoadedBy('validate', 'examples/first.yaml').filter((id) => packages.test(id))).toEqual([]);
  expect(modulesLoadedBy('runs').filter((id) => packages.test(id))).not.toEqual([]);
});

test('[A10] the files of the program are ASCII, with the same texts', () => {
  const names = chunks.map(({ fileName }) => fileName).filter((name) => name.endsWith('.cjs'));
  const files = names.map((name) => readFileSync(join(root, 'dist/program', name), 'utf8'));
  expect(files.join('')).toContain('\\u201c');
  expect(names.filter((_, at) => /[^\0-\x7f]/.test(files[at] ?? ''))).toEqual([]);
  // There, an escape is not the character.
  expect(names.filter((_, at) => /String\.raw`[^`]*\\u[0-9a-f]{4}/.test(files[at] ?? ''))).toEqual([]);
});

test('[O6.1] a start with a new data folder reads and draws no example again, and loads no HTTP client', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-shipped-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const look = join(folder, 'look.cjs');
  writeFileSync(look, `process.on('exit', () => console.error(process.moduleLoadList.join('\\n')));`);
  const data = join(folder, 'data');
  const program = [join(root, 'bin/signalbox.js'), 'stdio', '--data', data];
  const args = ['--require', look, ...program, '--workflows', join(root, 'examples')];
  const { tools, errors } = await probeServer({ command: process.execPath, args }, folder);
  expect(tools).toContain('w_order_lunch');
  expect(existsSync(join(data, '.cache'))).toBe(false);
  expect(errors.split('\n').filter((line) => /undici|node:http/.test(line))).toEqual([]);
});
