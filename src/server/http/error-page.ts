/** `/errors/{code}`: what an error means and what to do; problem details link to it [W3.1]. */
import { type ErrorCode, errorTable, findErrorCode, renderPhrase } from '../../operations/index.ts';
import { titleOf } from '../errors/error-codes.ts';
import { nameForRest } from '../errors/name-for-rest.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { nameForTools } from '../mcp/registry/name-tools.ts';
import { refuse } from '../message/refusal.ts';
import type { RequestContext } from './contract/request-context.ts';
import type { Route } from './contract/route.ts';
import { pageOrJson } from './page-or-json.ts';
import { escapeHtml } from './status-page/escape-html.ts';
import { renderPage } from './status-page/render-page.ts';

/** @param base public address of the server, without a trailing slash */
export function createErrorPageRoute(base: string): Route {
  return {
    path: '/errors/{code}',
    access: 'public',
    methods: {
      GET({ request, params }: RequestContext) {
        const code = findErrorCode(params['code'] ?? '');
        if (code === undefined) {
          return refuse('not_found', 'The error code does not exist.', {
            suggestedAction: 'Use the code from “error_code”, in lower case; /errors lists all codes.',
          });
        }
        return pageOrJson(request, {
          page: () => renderErrorPage(code, base),
          json: () => describeCode(code, base),
        });
      },
    },
  };
}

function describeCode(code: ErrorCode, base: string): JsonObject {
  const { category, meaning, action, status, short, number, spelled, retryable } = errorTable[code];
  return {
    type: `${base}/errors/${code}`,
    title: titleOf(code),
    error_code: spelled,
    category,
    meaning,
    suggested_action: renderPhrase(action, nameForRest),
    retryable,
    error: short,
    http_status: status,
    code: number,
  };
}

function renderErrorPage(code: ErrorCode, base: string): string {
  const { category, meaning, action, status, short, number, spelled, retryable } = errorTable[code];
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Code', spelled],
    ['Category', category],
    ['HTTP status', `${status}`],
    ['Short name', short],
    ['JSON-RPC code', `${number}`],
    ['Retryable', retryable ? 'yes, unless the answer says otherwise' : 'no, unless the answer says so'],
  ];
  const routes = renderPhrase(action, nameForRest);
  const tools = renderPhrase(action, nameForTools('runs'));
  return renderPage(
    titleOf(code),
    `<header><h1>${escapeHtml(titleOf(code))}</h1><span class="pill">${status}</span></header>
<p>${escapeHtml(meaning)}</p>
<h2>What to do</h2>
<p>${escapeHtml(routes)}</p>
${tools === routes ? '' : `<p class="quiet">With tools: ${escapeHtml(tools)}</p>`}
<h2>In answers</h2>
<dl class="facts">${facts.map(([name, value]) => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`).join('')}</dl>
<p><a href="${escapeHtml(base)}/errors">All errors</a></p>`,
  );
}
