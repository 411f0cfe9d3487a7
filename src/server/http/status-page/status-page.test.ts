/** The page as it is served. */
import { expect, test } from 'vitest';
import { ask, base, openTestHttpApp } from '../../../../test/server/open-test-http-app.ts';
import { sampleTool, scriptedOptions } from '../../../../test/server/scripted-endpoint.ts';

test('[P7.1] the page shows the status and how to connect, and escapes its content', async () => {
  const workflows = [
    { id: 'greet', description: 'Greets <everybody> & all. Twice.', valid: true },
    { id: 'broken', description: '', valid: false },
  ];
  const app = openTestHttpApp({
    call: async () => ({ definitions: workflows, total: 7, nextCursor: null }),
    tools: {
      ...scriptedOptions().tools,
      list: async () => [
        { ...sampleTool, name: 'say', description: 'Says <it>.\nUse it often.' },
        sampleTool,
      ],
    },
  });
  const found = await ask(app, '/');
  expect(found.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(found.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await found.text();
  for (const part of [
    '<li><code>greet</code><span>Greets &lt;everybody&gt; &amp; all.</span></li>',
    '<li><code>broken</code><span><span class="bad">has errors</span> </span></li>',
    '5 more: call <code>workflow_list</code>',
    '<li><code>say</code><span>Says &lt;it&gt;.</span></li>',
    'Each runs one workflow: <code>w_hello</code>',
    '<summary>Claude Desktop</summary>',
    '/data/&lt;here&gt;',
    `claude mcp add --transport http signalbox ${base}/mcp`,
    '<dt>runs completed</dt><dd>5</dd>',
    '<dt>With errors</dt><dd>broken.yawl (see the log)</dd>',
    'version 1.2.3',
  ]) {
    expect(page).toContain(part);
  }
  expect(page).not.toMatch(/<script|<everybody|<it|https?:\/\/(?!127\.0\.0\.1|www\.w3\.org)/);
});

test('[P7.1] with credentials, the page names no files of the server', async () => {
  const page = await (await ask(openTestHttpApp({ isDevelopment: false }), '/')).text();
  expect(page).toContain('<summary>Claude Code</summary>');
  expect(page).not.toMatch(/Claude Desktop|signalbox\.js|\/data\//);
});

test('[P7.1] the page works even if the app does not answer', async () => {
  const app = openTestHttpApp({
    status: () => Promise.reject(new Error('down')),
    tools: { ...scriptedOptions().tools, list: () => Promise.reject(new Error('down')) },
  });
  const page = await (await ask(app, '/')).text();
  expect(page).toContain('not ready');
  expect(page).toContain('signalbox doctor');
});
