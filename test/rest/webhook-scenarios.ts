/** Scenarios of webhooks. */
import { openReceiver, status } from '../webhooks/receiver.ts';
import type { OperationScenario } from './operation-scenario.ts';
import type { Answer, RestFixture } from './rest-fixture.ts';

const nothing = 'sub_nothing';
const nowhere = 'dlv_0';

/** The runs that they refer to. */
export interface ScenarioRuns {
  /** A run that has not ended. */
  waiting(fixture: RestFixture): Promise<string>;
  ended(fixture: RestFixture): Promise<string>;
}

export function webhookScenarios({
  waiting,
  ended,
}: ScenarioRuns): Readonly<Record<string, OperationScenario>> {
  const subscribe = async (fixture: RestFixture): Promise<Answer> =>
    fixture.ask('POST /v1/subscriptions', {
      body: { run: await waiting(fixture), url: 'https://hooks.example.com/cases', idempotencyKey: 'story' },
    });
  const subscription = async (fixture: RestFixture): Promise<string> => {
    const body = { run: await waiting(fixture), url: 'https://hooks.example.com/cases' };
    return (await fixture.ask('POST /v1/subscriptions', { body })).textAt('subscription');
  };
  const at = (
    method: 'GET' | 'POST' | 'DELETE',
    more = '',
  ): Pick<OperationScenario, 'done' | 'refused' | 'code' | 'status'> => ({
    status: 200,
    done: async (fixture) => fixture.ask(`${method} /v1/subscriptions/${await subscription(fixture)}${more}`),
    code: 'subscription_not_found',
    refused: (fixture) => fixture.ask(`${method} /v1/subscriptions/${nothing}${more}`),
  });
  return {
    'subscriptions.create': {
      status: 201,
      done: subscribe,
      code: 'invalid_callback',
      refused: async (fixture) =>
        fixture.ask('POST /v1/subscriptions', {
          body: { run: await waiting(fixture), url: 'https://169.254.169.254/latest/meta-data' },
        }),
    },
    'subscriptions.list': {
      status: 200,
      done: (fixture) => fixture.ask('GET /v1/subscriptions?everybody=true&limit=2'),
      code: 'bad_cursor',
      refused: (fixture) => fixture.ask('GET /v1/subscriptions?cursor=abc'),
    },
    'subscriptions.get': at('GET'),
    'subscriptions.renew': at('POST', '/renew'),
    'subscriptions.delete': at('DELETE'),
    'deliveries.resendAll': at('POST', '/resend'),
    'deliveries.list': {
      status: 200,
      done: (fixture) => fixture.ask('GET /v1/deliveries?state=given_up'),
      code: 'invalid_input',
      refused: (fixture) => fixture.ask('GET /v1/deliveries?state=lost'),
    },
    'deliveries.resend': {
      status: 200,
      done: async (fixture) =>
        fixture.ask(`POST /v1/deliveries/${await givenUp(fixture, await ended(fixture))}/resend`),
      code: 'delivery_not_found',
      refused: (fixture) => fixture.ask(`POST /v1/deliveries/${nowhere}/resend`),
    },
  };
}

/** @returns the id of a delivery that its receiver refused */
async function givenUp(fixture: RestFixture, run: string): Promise<string> {
  const receiver = await openReceiver(status(404));
  try {
    await fixture.ask('POST /v1/subscriptions', { body: { run, url: receiver.url } });
    for (;;) {
      const list = await fixture.ask(`GET /v1/deliveries?run=${run}&state=given_up`);
      const delivery = list.textAt('deliveries.0.delivery');
      if (delivery !== '') return delivery;
    }
  } finally {
    await receiver.close();
  }
}
