/**
 * Lists the subscriptions of the caller, oldest first, in pages; with the right to manage webhooks those of all
 * principals.
 */

import { z } from 'zod';
import { listOf, nextCursorField, objectOf } from '../../languages/output-fields.ts';
import { cursorField, limitField, runField, workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import { byCursor } from '../contract/rest-route.ts';
import { subscriptionView, viewSubscription } from './subscription-view.ts';

const input = z.strictObject({
  run: runField.optional().describe('Only those to this run.'),
  workflow: workflowField.optional().describe('Only those to this workflow, or to runs of it.'),
  everybody: z.boolean().default(false).describe('Those of all principals, not only your own.'),
  expired: z.boolean().default(false).describe('Also ended ones that are still stored.'),
  limit: limitField(200, 50),
  cursor: cursorField,
});

const output = objectOf({ subscriptions: listOf(subscriptionView), nextCursor: nextCursorField });

export type SubscriptionList = z.infer<typeof output>;

export const listSubscriptions: Operation<z.infer<typeof input>, SubscriptionList> = {
  name: 'subscriptions.list',
  scope: 'workflows:query',
  additionalScopes: [
    {
      scope: 'webhooks:manage',
      when: { description: 'with “everybody”', applies: ({ everybody }) => everybody },
    },
  ],
  writes: false,
  summary: 'Lists your subscriptions, or those of all principals, without their secrets.',
  rest: { method: 'GET', path: '/v1/subscriptions', tag: 'webhooks', pagination: byCursor },
  verb: { name: 'webhook list' },
  input,
  output,
  async perform(principal, { limit, cursor, ...filters }, services) {
    const { store, clock } = services;
    const { everybody, expired, run, workflow } = filters;
    const after = decodeCursor(filters, cursor);
    const found = await store.subscriptions.search(
      principal.tenant,
      {
        ...presentFields({ run, workflow }),
        ...(everybody ? {} : { subject: principal.subject }),
        ...(expired ? {} : { at: clock.now() }),
      },
      // One more row than shown tells whether there is a next page.
      {
        limit: limit + 1,
        ...(after === undefined ? {} : { after: after.id, afterCreatedAt: after.createdAt }),
      },
    );
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      subscriptions: shown.map((each) => viewSubscription(services, principal, each)),
      nextCursor: found.length > limit && last !== undefined ? encodeCursor(filters, last) : null,
    };
  },
};
