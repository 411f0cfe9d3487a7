/**
 * Parses a YAWL file into its tree, and reports every error of form. Never throws. Parts with errors stay in the tree
 * as far as they are understood.
 */
import { createReporter, type Reporter, type ReportQuota } from '../../document/reporter.ts';
import { createSourceText, type SourceText } from '../../document/source-text.ts';
import { maxArcs, maxNodes } from '../../net-limits.ts';
import type { SourceFile } from '../../workflow.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { createFormContext, type FormContext } from '../form/form-context.ts';
import { attributeIn, childrenOf, type FormNode } from '../form/form-node.ts';
import { readForm } from '../form/read-form.ts';
import { specificationSet } from '../form/specification-forms.ts';
import type { YawlDocument } from '../model/schema.ts';
import { shorten } from '../model/shorten.ts';
import { parseRoot } from './parse-root.ts';
import { parseSpecification } from './parse-specification.ts';

/** In one file. */
const maxSpecifications = 100;

export interface ParsedSpecificationSet {
  /** The tree; `null` if the text is not XML, or not a specification set. */
  readonly document: YawlDocument | null;
  readonly source: SourceText;
  /** Callers can report more to both. */
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

export function parseSpecificationSet(
  file: SourceFile,
  quotas?: Readonly<Record<'violations' | 'warnings', ReportQuota>>,
): ParsedSpecificationSet {
  const source = createSourceText(file);
  const violations = createReporter(source, quotas?.violations);
  const warnings = createReporter(source, quotas?.warnings);
  return { document: parseText(source, violations, warnings), source, violations, warnings };
}

function parseText(source: SourceText, violations: Reporter, warnings: Reporter): YawlDocument | null {
  const { root, problems } = parseXml(source.text);
  for (const { span, ...problem } of problems) violations.report({ at: span, path: '', ...problem });
  if (root === null) return null;
  const version = parseRoot(violations, root);
  if (version === undefined) return null;
  const context = createFormContext(version, root.namespace, violations, warnings);
  const set = readForm(context, root, 'specificationSet', specificationSet, '');
  if (!isWithinLimits(context, set)) return null;
  const nodes = childrenOf(set, 'specification');
  reportDoubles(context, nodes);
  return { version, specifications: nodes.map((node) => parseSpecification(context, node)) };
}

/** Cases are started by uri, so a uri must be unique. */
function reportDoubles(context: FormContext, specifications: readonly FormNode[]): void {
  const seen = new Set<string>();
  for (const { name: uri, at } of specifications.map((node) => attributeIn(node, 'uri'))) {
    if (uri !== '' && seen.has(uri)) {
      context.report(at, {
        rule: 'duplicate-id',
        message: `Another specification of this set already has the uri “${shorten(uri)}”. Use another uri.`,
        expected: 'a unique uri for each specification',
        actual: shorten(uri),
      });
    }
    seen.add(uri);
  }
}

/** A set is checked in one go, which blocks everything else. */
function isWithinLimits(context: FormContext, set: FormNode): boolean {
  const specifications = childrenOf(set, 'specification');
  const decompositions = specifications.flatMap(({ children }) =>
    children.filter(({ name }) => name === 'decomposition' || name === 'rootNet'),
  );
  const elements = decompositions
    .flatMap((each) => childrenOf(each, 'processControlElements'))
    .flatMap(({ children }) => children);
  const flows = elements.reduce((sum, each) => sum + childrenOf(each, 'flowsInto').length, 0);
  const removed = elements.reduce((sum, { children }) => sum + children.filter(isRemoval).length, 0);
  const counts = [
    { what: 'specifications', count: specifications.length, max: maxSpecifications },
    { what: 'decompositions', count: decompositions.length, max: 500 },
    { what: 'tasks and conditions', count: elements.length, max: maxNodes },
    { what: 'flows', count: flows, max: maxArcs },
    { what: 'entries of cancellation sets', count: removed, max: maxArcs },
  ];
  const beyond = counts.find(({ count, max }) => count > max);
  if (beyond === undefined) return true;
  const { what, count, max } = beyond;
  context.report(set.at, {
    rule: 'limit',
    message: `A set of specifications may have at most ${max} ${what} in all. Split it into several files.`,
    expected: `at most ${max} ${what}`,
    actual: String(count),
  });
  return false;
}

const isRemoval = ({ name }: FormNode): boolean =>
  name === 'removesTokens' || name === 'removesTokensFromFlow';
