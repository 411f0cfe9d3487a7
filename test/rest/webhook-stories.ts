/** Stories of webhooks. */
import { openReceiver, status } from '../webhooks/receiver.ts';
import type { Answer, RestLab } from './rest-lab.ts';
import type { Story } from './story.ts';

const nothing = 'sub_nothing';
const nowhere = 'dlv_0';

/** Which runs they are about. */
export interface StoryRuns {
  /** One that has not ended. */
  waiting(lab: RestLab): Promise<string>;
  ended(lab: RestLab): Promise<string>;
}

export function webhookStories({ waiting, ended }: StoryRuns): Readonly<Record<string, Story>> {
  const subscribe = async (lab: RestLab): Promise<Answer> =>
    lab.ask('POST /v1/subscriptions', {
      body: { run: await waiting(lab), url: 'https://hooks.example.com/cases', idempotencyKey: 'story' },
    });
  const subscription = async (lab: RestLab): Promise<string> => {
    const body = { run: await waiting(lab), url: 'https://hooks.example.com/cases' };
    return (await lab.ask('POST /v1/subscriptions', { body })).textAt('subscription');
  };
  const at = (
    way: 'GET' | 'POST' | 'DELETE',
    more = '',
  ): Pick<Story, 'done' | 'refused' | 'code' | 'status'> => ({
    status: 200,
    done: async (lab) => lab.ask(`${way} /v1/subscriptions/${await subscription(lab)}${more}`),
    code: 'subscription_not_found',
    refused: (lab) => lab.ask(`${way} /v1/subscriptions/${nothing}${more}`),
  });
  return {
    'subscriptions.create': {
      status: 201,
      done: subscribe,
      code: 'invalid_callback',
      refused: async (lab) =>
        lab.ask('POST /v1/subscriptions', {
          body: { run: await waiting(lab), url: 'https://169.254.169.254/latest/meta-data' },
        }),
    },
    'subscriptions.list': {
      status: 200,
      done: (lab) => lab.ask('GET /v1/subscriptions?everybody=true&limit=2'),
      code: 'bad_cursor',
      refused: (lab) => lab.ask('GET /v1/subscriptions?cursor=abc'),
    },
    'subscriptions.get': at('GET'),
    'subscriptions.renew': at('POST', '/renew'),
    'subscriptions.delete': at('DELETE'),
    'deliveries.resendAll': at('POST', '/resend'),
    'deliveries.list': {
      status: 200,
      done: (lab) => lab.ask('GET /v1/deliveries?state=given_up'),
      code: 'invalid_input',
      refused: (lab) => lab.ask('GET /v1/deliveries?state=lost'),
    },
    'deliveries.resend': {
      status: 200,
      done: async (lab) => lab.ask(`POST /v1/deliveries/${await givenUp(lab, await ended(lab))}/resend`),
      code: 'delivery_not_found',
      refused: (lab) => lab.ask(`POST /v1/deliveries/${nowhere}/resend`),
    },
  };
}

/** @returns the id of a delivery that its receiver refused */
async function givenUp(lab: RestLab, run: string): Promise<string> {
  const receiver = await openReceiver(status(404));
  try {
    await lab.ask('POST /v1/subscriptions', { body: { run, url: receiver.url } });
    for (;;) {
      const list = await lab.ask(`GET /v1/deliveries?run=${run}&state=given_up`);
      const delivery = list.textAt('deliveries.0.delivery');
      if (delivery !== '') return delivery;
    }
  } finally {
    await receiver.close();
  }
}
