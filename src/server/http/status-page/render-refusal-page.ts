/** What somebody with a browser sees who is not let in: why, and what to do. */
import type { OperationError } from '../../../operations/index.ts';
import { titleOf } from '../../error-codes.ts';
import { about } from '../about.ts';
import { escapeHtml } from './escape-html.ts';
import { pageStyle } from './page-style.ts';

export function renderRefusalPage({ details }: OperationError, correlationId: string): string {
  const { code, message, suggestedAction = '' } = details;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${titleOf(code)} – ${about.title}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header><h1>${escapeHtml(titleOf(code))}</h1></header>
<p>${escapeHtml(message)}</p>
<p>${escapeHtml(suggestedAction)}</p>
<p>This page is for operators with credentials. Programs and agents send theirs with each request:</p>
<pre>curl -H 'Authorization: Bearer …' ${escapeHtml('<this address>')}</pre>
<p class="quiet">${escapeHtml(correlationId)}</p>
</main>
</body>
</html>
`;
}
