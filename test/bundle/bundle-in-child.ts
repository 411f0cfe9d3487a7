/** Bundling in a process of its own: the bundler keeps several hundred megabytes, which a worker of the tests would hold to its end. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const scripts = fileURLToPath(new URL('../../scripts/', import.meta.url));

/** Prints what an expression returns. */
async function evaluate(script: string, imported: string, expression: string): Promise<string> {
  const code = `import { ${imported} } from ${JSON.stringify(scripts + script)};\nprocess.stdout.write(${expression});`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', code], {
    maxBuffer: 1 << 28,
  });
  return stdout;
}

export async function writeProgram(folder: string): Promise<boolean> {
  const written = `String(await writeProgram(${JSON.stringify(folder)}))`;
  return (await evaluate('bundle-program.js', 'writeProgram', written)) === 'true';
}

/** What `npm start` and `npm run build` do after the installation. */
export async function writeBundles(folder: string): Promise<void> {
  await evaluate('prepare.js', 'writeBundles', `String(await writeBundles(${JSON.stringify(folder)}))`);
}

export async function bundleMcpb(folder: string): Promise<Buffer> {
  const encoded = `(await bundleMcpb(${JSON.stringify(folder)})).toString('base64')`;
  return Buffer.from(await evaluate('bundle-mcpb.js', 'bundleMcpb', encoded), 'base64');
}

export interface ProgramChunk {
  readonly name: string;
  readonly fileName: string;
  readonly isDynamicEntry: boolean;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
}

export async function bundleProgram(folder: string): Promise<readonly ProgramChunk[]> {
  const listed = `JSON.stringify((await bundleProgram(${JSON.stringify(folder)})).map(({ name, fileName, isDynamicEntry, imports, moduleIds }) => ({ name, fileName, isDynamicEntry, imports, moduleIds })))`;
  return JSON.parse(await evaluate('bundle-program.js', 'bundleProgram', listed));
}
