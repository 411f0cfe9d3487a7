/** Renders the frame of every page. No scripts, no external resources. */
import { about } from './about.ts';
import { escapeHtml } from './escape-html.ts';
import { pageStyle } from './page-style.ts';

/** @param main HTML */
export function renderPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} – ${about.title}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}
