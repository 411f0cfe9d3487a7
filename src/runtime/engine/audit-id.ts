/**
 * Ids of entries of the audit: in the order of their making, also within a millisecond and when the clock goes back. Two
 * that make them at the same time never make the same.
 */
import { randomBytes } from 'node:crypto';
import { auditMark } from '../ports/audit.ts';

const mostInOne = 0xff_ff_ff;

export function createAuditIds(): (at: number) => string {
  const maker = randomBytes(4).toString('hex');
  let latest = 0;
  let count = 0;
  return (at) => {
    if (at > latest) {
      latest = at;
      count = 0;
    } else if (count === mostInOne) {
      latest += 1;
      count = 0;
    }
    count += 1;
    return `${auditMark(latest)}${count.toString(16).padStart(6, '0')}${maker}`;
  };
}
