/** The package as npm packs it: what it exports, how large it is, and that it runs without this checkout. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest: {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const exported = Object.keys(manifest.exports).filter((name) => name !== './package.json');
const runtimePackages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });

let folder = '';
let installed = '';
let files: readonly { readonly path: string; readonly size: number }[] = [];

/** Packs a copy, because packing builds from scratch; then installs it as npm does. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-package-'));
  const copy = join(folder, 'checkout');
  for (const name of [
    'bin',
    'examples',
    'scripts',
    'src',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const packed = run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], copy);
  // The build prints its progress before npm prints the result.
  const [{ files: listed, filename }] = JSON.parse(packed.slice(packed.lastIndexOf('\n[\n')));
  files = listed;
  installed = join(folder, 'node_modules/signalbox');
  mkdirSync(installed, { recursive: true });
  run(
    'tar',
    [
      '--extract',
      '--gzip',
      '--file',
      join(folder, filename),
      '--directory',
      installed,
      '--strip-components',
      '1',
    ],
    folder,
  );
  symlinkSync(join(root, 'node_modules/better-sqlite3'), join(folder, 'node_modules/better-sqlite3'));
  mkdirSync(join(folder, 'empty'));
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, SIGNALBOX_DATA: join(folder, 'data') },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stderr}${stdout}`);
  return stdout;
}

test('[A9] the package exports the client, the kernel, the types of languages and the tools for tests', () => {
  expect(exported).toEqual(['./client', './kernel', './languages', './testing']);
});

test('[A9] every export has its code and its types, and their imports are in the package', () => {
  const paths = new Set(files.map(({ path }) => path));
  const missing: string[] = [];
  const visit = (path: string, from: string, seen: Set<string>): void => {
    if (seen.has(path)) return;
    seen.add(path);
    if (!paths.has(path)) {
      missing.push(`${path}, imported by ${from}`);
      return;
    }
    const text = readFileSync(join(installed, path), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\() ?["'](\.[^"']+)["']/g)) {
      visit(join(dirname(path), specifier).replace(/(?<!\.d)\.ts$/, '.d.ts'), path, seen);
    }
  };
  for (const name of exported) {
    const { types, default: code } = manifest.exports[name] as {
      readonly types: string;
      /** Absent if it has only types. */
      readonly default?: string;
    };
    if (code !== undefined) visit(code.slice(2), 'package.json', new Set());
    visit(types.slice(2), 'package.json', new Set());
  }
  expect(missing).toEqual([]);
});

test('[A9] a program of a user compiles against the types of every export', () => {
  writeFileSync(
    join(folder, 'user.mts'),
    `${exported.map((name, index) => `import ${name === './languages' ? 'type ' : ''}* as m${index} from 'signalbox/${name.slice(2)}';`).join('\n')}
     import { createClient } from 'signalbox/client';
     const unread = { id: 'x', evaluators: {}, recognises: ({ text }: m2.SourceFile) => text === '' };
     const schema = { mediaType: 'application/schema+json', text: () => '{}' } as const;
     const reference = { title: '', summary: '', fileNames: [], page: () => '', examples: [] };
     const items = { view: () => ({ note: '' }) };
     const language: m2.Language = {
       ...unread, schema, reference,
       read: () => ({ language: 'x', workflows: [], violations: [], warnings: [] }),
       api: (z) => ({ items: { ...items, fields: { note: z.string() } } }),
     };
     // @ts-expect-error a language reads documents
     const none: m2.Language = unread;
     const submitted: Promise<{ readonly case_id: string }> = createClient({ url: 'http://localhost' }).submit('w', {});
     void [${exported.flatMap((name, index) => (name === './languages' ? [] : `m${index}`)).join(', ')}, submitted, language, none];
     // @ts-expect-error the types exist, and are not any
     createClient({ url: 1 });`,
  );
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  run(
    process.execPath,
    [
      tsc,
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'node_modules/@types'),
      'user.mts',
    ],
    folder,
  );
});

test('[A11] the package has fewer than 400 files and 12 MB', () => {
  expect(files.length).toBeLessThan(400);
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(12_000_000);
});

test('[A11] the program needs only packages that npm installs with it', () => {
  const needed = files
    .filter(({ path }) => /^dist\/.*\.c?js$/.test(path))
    .flatMap(({ path }) => [
      ...readFileSync(join(installed, path), 'utf8').matchAll(
        /^(?:import|export) .*? ?from ["']([^."'][^"']*)["']|\brequire\("([^."][^"]*)"\)/gm,
      ),
    ])
    .map(([, imported, required]) => imported ?? required ?? '')
    .filter(
      (name) =>
        !name.startsWith('node:') &&
        !runtimePackages.some((each) => name === each || name.startsWith(`${each}/`)),
    );
  // ajv writes these names into code that it only generates on request; nothing here requests it.
  const generated = [
    ...['validation_error', 'uri', 'ucs2length', 'equal'].map((name) => `ajv/dist/runtime/${name}`),
    'ajv-formats/dist/formats',
  ];
  // Packages name modules of Node.js without the prefix.
  const missing = needed.filter((name) => !process.getBuiltinModule(name) && !generated.includes(name));
  expect(missing).toEqual([]);
});

test('[A11] the installed program works from an empty folder', () => {
  const program = join(installed, 'bin/signalbox.js');
  expect(run(process.execPath, [program], join(folder, 'empty'))).toContain('signalbox <verb>');
  expect(run(process.execPath, [program, 'workflows'], join(folder, 'empty'))).toContain('release-checklist');
  expect(run(process.execPath, [program, 'runs', '--json'], join(folder, 'empty'))).toContain('"runs"');
});

test('[A11] the package contains the licences of its bundled packages', () => {
  const licences = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['@modelcontextprotocol/server', 'yaml', 'zod']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d.*\\((?:MIT|ISC|Apache-2\\.0)\\)`, 'm'));
  }
});
