/** The root of a file: whether it is a set of specifications, and of which version. */
import type { Reporter } from '../document/reporter.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { attributeOf } from './form/form-node.ts';
import { findVersion, namespacesOf, type Version, versions } from './form/versions.ts';
import { shorten } from './shorten.ts';

/** Where a set says no version. */
const firstVersion: Version = 'Beta 2';

/** Undefined where it is no set, or of a version that is not known. */
export function parseRoot(violations: Reporter, root: XmlElement): Version | undefined {
  if (root.local !== 'specificationSet') {
    violations.report({
      at: root.nameSpan,
      path: root.local,
      rule: 'unknown-element',
      message: `A YAWL file begins with “specificationSet”, and this one with “${shorten(root.name)}”.`,
      expected: `<specificationSet version="4.0" xmlns="${namespacesOf('4.0').join('')}">`,
      actual: shorten(root.name),
    });
    return undefined;
  }
  const written = attributeOf(root, 'version');
  const version = findVersion(written?.value ?? firstVersion);
  if (version === undefined) {
    violations.report({
      at: written?.valueSpan ?? root.nameSpan,
      path: '@version',
      rule: 'unknown-version',
      message: `There is no version “${shorten(written?.value ?? '')}” of YAWL's schema.`,
      expected: versions.join(', '),
      actual: shorten(written?.value ?? ''),
    });
    return undefined;
  }
  const namespaces = namespacesOf(version);
  if (namespaces.includes(root.namespace)) return version;
  violations.report({
    at: root.nameSpan,
    path: '@xmlns',
    rule: 'wrong-namespace',
    message:
      written === undefined
        ? `A set that says no version is of ${firstVersion}, whose namespace is another. Add the attribute “version”.`
        : `The elements of version ${version} are in another namespace. Write xmlns="${namespaces[0] ?? ''}", or another version.`,
    expected: namespaces[0] ?? '',
    actual: root.namespace === '' ? 'no namespace' : shorten(root.namespace),
  });
  return undefined;
}
