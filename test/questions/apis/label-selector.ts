/** The conditions on labels that Hetzner and Kubernetes know. */

/** Whether labels fulfil every condition of a selector. */
export function selects(selector: string, labels: Readonly<Record<string, string>>): boolean {
  return selector.split(/,(?![^(]*\))/).every((text) => {
    const condition = text.trim();
    const set = /^(\S+)\s+(not)?in\s*\(([^)]*)\)$/.exec(condition);
    if (set !== null) {
      const [, name = '', not, values = ''] = set;
      const isIn = values.split(',').some((each) => each.trim() === labels[name]);
      return not === undefined ? isIn : !isIn;
    }
    const compared = /^(\S+?)\s*(!=|==?)\s*(\S*)$/.exec(condition);
    if (compared !== null) {
      const [, name = '', operator, value] = compared;
      return (labels[name] === value) === (operator !== '!=');
    }
    return condition.startsWith('!')
      ? labels[condition.slice(1)] === undefined
      : labels[condition] !== undefined;
  });
}
