/**
 * Parses a YAML or JSON text into located data and reports all syntax errors. Never throws. A text over a limit is
 * refused before it is expanded and has no root; otherwise the root contains what could be parsed.
 */
import type { ParsedNode } from 'yaml';
import { type Composed, compose, maxDocumentNodes, maxNestingDepth, maxTextLength } from './compose.ts';
import { type LocateProblem, locate } from './locate.ts';
import type { Located } from './located.ts';
import { removeEntry } from './map-edits.ts';
import { reportSyntax } from './report-syntax.ts';
import { createReporter, createReportQuota, type Reporter, type ReportQuota } from './reporter.ts';
import { resolveAliases, type UnknownAlias } from './resolve-aliases.ts';
import { findSimilar, joinNames } from './similar-name.ts';
import { createSourceText, positionAt, type SourceText } from './source-text.ts';
import type { Violation } from './violation.ts';

export interface SourceDocument extends SourceText {
  /** Null if the document is empty or was refused. */
  readonly root: Located | null;
  readonly violations: readonly Violation[];
  /** What may still be listed of its errors. */
  readonly quota: ReportQuota;
}

const maxAliases = 100;
/** An unknown alias is compared with the first anchors only. */
const maxComparedAnchors = 1000;

const limits = {
  length: `at most ${maxTextLength} characters`,
  depth: `at most ${maxNestingDepth} levels`,
  nodes: `at most ${maxDocumentNodes} values`,
  aliases: `at most ${maxAliases} uses of anchors`,
} as const;

export function parseDocument(
  source: { readonly path: string; readonly text: string },
  quota = createReportQuota(),
): SourceDocument {
  const text = createSourceText(source);
  const reporter = createReporter(text, quota);
  const composed = compose(text.text);
  const root =
    composed.kind === 'beyond' ? refuse(reporter, composed.limit, composed.offset) : read(reporter, composed);
  return { ...text, root, violations: reporter.violations(), quota };
}

function read(reporter: Reporter, composed: Composed & { readonly kind: 'composed' }): Located | null {
  reportSyntax(reporter, composed.errors);
  const contents: ParsedNode | null = composed.contents;
  if (contents === null) return null;
  const { targets, unknown, anchors, size } = resolveAliases(contents);
  if (size.aliases > maxAliases) return refuse(reporter, 'aliases', contents.range[0]);
  if (size.nodes > maxDocumentNodes) return refuse(reporter, 'nodes', contents.range[0]);
  if (size.depth > maxNestingDepth) return refuse(reporter, 'depth', contents.range[0]);
  for (const each of unknown) reportAlias(reporter, each, anchors);
  const readable = composed.errors.length === 0;
  return locate(reporter.source.text, contents, targets, (problem) => {
    // Text that cannot be parsed often looks like a key.
    if (readable || problem.kind !== 'complex-key') reportProblem(reporter, problem);
  });
}

function refuse(reporter: Reporter, limit: keyof typeof limits, offset: number): null {
  reporter.report({
    at: { start: offset, end: Math.min(offset + 1, reporter.source.text.length) },
    path: '',
    rule: 'limit',
    message: `The document is too big. It may have ${limits[limit]}.`,
    expected: limits[limit],
    actual: 'more',
  });
  return null;
}

function reportAlias(
  reporter: Reporter,
  { alias, circular, anchorsBefore }: UnknownAlias,
  anchors: readonly string[],
): void {
  const at = { start: alias.range[0], end: alias.range[1] };
  const written = `*${alias.source}`;
  if (circular) {
    const message = `“${written}” is inside the value that it refers to.`;
    reporter.report({
      at,
      path: '',
      rule: 'syntax',
      message,
      expected: 'a value that ends',
      actual: written,
    });
    return;
  }
  const known = anchors.slice(0, Math.min(anchorsBefore, maxComparedAnchors));
  const nearest = findSimilar(reporter, alias.source, known);
  reporter.report({
    at,
    path: '',
    rule: 'syntax',
    message: `“${written}” refers to the anchor “&${alias.source}”, which is not defined before it. If the star is part of the text, put the text in quotes.`,
    expected: known.length === 0 ? 'a value' : joinNames(known.map((name) => `*${name}`)),
    actual: written,
    suggestion:
      nearest === undefined
        ? { text: `Write "${written}" in quotes.`, edits: [{ span: at, text: JSON.stringify(written) }] }
        : { text: `Write *${nearest}.`, edits: [{ span: at, text: `*${nearest}` }] },
  });
}

function reportProblem(reporter: Reporter, problem: LocateProblem): void {
  switch (problem.kind) {
    case 'duplicate-key': {
      const { map, entry, first } = problem;
      reporter.report({
        at: entry.keySpan,
        path: entry.value.path,
        rule: 'duplicate-key',
        message: `“${entry.key}” is already defined on line ${positionAt(reporter.source, first.start).line}.`,
        expected: 'each key once',
        actual: `“${entry.key}” again`,
        suggestion: () => ({
          text: `Remove the second “${entry.key}”.`,
          edits: removeEntry(reporter.source, map, entry),
        }),
      });
      return;
    }
    case 'complex-key':
      reporter.report({
        ...syntaxAt(problem),
        message: 'A key must be a text, not a list or a map.',
        expected: 'a text',
        actual: 'a list or a map',
      });
      return;
    case 'not-finite':
      reporter.report({
        ...syntaxAt(problem),
        message: 'This number is not finite.',
        expected: 'a finite number',
        actual: 'infinity, or not a number',
      });
      return;
    case 'bad-merge':
      reporter.report({
        ...syntaxAt(problem),
        message: 'The value of “<<” must be a map or a list of maps.',
        expected: '*name of a map',
        actual: 'something else',
      });
      return;
  }
}

function syntaxAt({
  at,
  path,
}: {
  readonly at: { readonly start: number; readonly end: number };
  readonly path: string;
}) {
  return { at, path, rule: 'syntax' };
}
