import { test } from 'vitest';
import { buildHouse } from './suite-server.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
test('[P1.1] play', async () => {
  const house = await buildHouse();
  try {
    const server = await house.open();
    const run = promisify(execFile);
    for (const args of [['--requirements','2025-11-25'],['--requirements','2026-07-28']]) {
      const r = await run('tools/conformance/node_modules/node/bin/node', ['tools/conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js','server','--url',`${server.url}/mcp`,...args,'-o','/tmp/fplay/'+args[1]], {maxBuffer: 1e8}).catch((e) => e);
      console.log(r.stdout.slice(-6000), r.stderr.slice(-3000));
    }
    console.log(server.complaints().slice(-5000));
  } finally { await house.remove(); }
}, 600000);
