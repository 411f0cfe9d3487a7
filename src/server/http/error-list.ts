/** `/errors`: every error code, with a link to its explanation [W3.1]. */
import { errorCodes, errorTable } from '../../operations/index.ts';
import type { RequestContext } from './contract/request-context.ts';
import type { Route } from './contract/route.ts';
import { pageOrJson } from './page-or-json.ts';
import { escapeHtml } from './status-page/escape-html.ts';
import { renderPage } from './status-page/render-page.ts';

/** @param base public address of the server, without a trailing slash */
export function createErrorListRoute(base: string): Route {
  const errors = errorCodes.map((code) => {
    const { spelled, category, status, meaning } = errorTable[code];
    return { type: `${base}/errors/${code}`, error_code: spelled, category, http_status: status, meaning };
  });
  return {
    path: '/errors',
    access: 'public',
    methods: {
      GET: ({ request }: RequestContext) =>
        pageOrJson(request, { json: () => ({ errors }), page: () => renderList(errors) }),
    },
  };
}

interface ListedError {
  readonly type: string;
  readonly error_code: string;
  readonly meaning: string;
}

function renderList(errors: readonly ListedError[]): string {
  const rows = errors.map(
    ({ type, error_code: code, meaning }) =>
      `<dt><a href="${escapeHtml(type)}"><code>${escapeHtml(code)}</code></a></dt><dd>${escapeHtml(meaning)}</dd>`,
  );
  return renderPage('Errors', `<header><h1>Errors</h1></header>\n<dl>${rows.join('\n')}</dl>`);
}
