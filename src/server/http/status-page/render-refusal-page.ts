/** Renders the page for a refused browser: the reason, and what to do. */
import { type OperationError, renderError } from '../../../operations/index.ts';
import { titleOf } from '../../errors/error-codes.ts';
import { nameForRest } from '../../errors/name-for-rest.ts';
import { escapeHtml } from './escape-html.ts';
import { renderPage } from './render-page.ts';

export function renderRefusalPage({ details }: OperationError, correlationId: string): string {
  const { code, message, suggestedAction } = renderError(details, nameForRest);
  return renderPage(
    titleOf(code),
    `<header><h1>${escapeHtml(titleOf(code))}</h1></header>
<p>${escapeHtml(message)}</p>
<p>${escapeHtml(suggestedAction)}</p>
<p>This page is for operators with credentials. Programs and agents send theirs with each request:</p>
<pre>curl -H 'Authorization: Bearer …' ${escapeHtml('<this address>')}</pre>
<p class="quiet">${escapeHtml(correlationId)}</p>`,
  );
}
