/** Parses the root of a file: whether it is a set of specifications, and of which version. */
import type { Reporter } from '../../document/reporter.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import { attributeOf } from '../form/form-node.ts';
import { findVersion, namespacesOf, type Version, versions } from '../form/versions.ts';
import { shorten } from '../model/shorten.ts';

/** The version of a set without a version. */
const firstVersion: Version = 'Beta 2';

/** `undefined` if it is not a set, or its version is unknown. */
export function parseRoot(violations: Reporter, root: XmlElement): Version | undefined {
  if (root.local !== 'specificationSet') {
    violations.report({
      at: root.nameSpan,
      path: root.local,
      rule: 'unknown-element',
      message: `The root of a YAWL file is “specificationSet”. This one is “${shorten(root.name)}”.`,
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
      message: `Version “${shorten(written?.value ?? '')}” of YAWL's schema does not exist.`,
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
        ? `A set without a version is ${firstVersion}, which has another namespace. Add the attribute “version”.`
        : `The elements of version ${version} are in another namespace. Write xmlns="${namespaces[0] ?? ''}", or change the version.`,
    expected: namespaces[0] ?? '',
    actual: root.namespace === '' ? 'no namespace' : shorten(root.namespace),
  });
  return undefined;
}
