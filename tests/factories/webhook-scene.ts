import { afterAll, expect } from 'vitest';
import { wakeEndpoints } from '../../server/features/webhooks/dispatch';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { type Answer, openReceiver, type Receiver, type ReceiverOptions } from '../setup/receiver';
import type { Stage } from '../setup/stage';
import { type Business, createBusiness, createMember } from './business';
import { emitUpdates } from './event';
import { addEndpoint, type Delivery, deliveriesOf, type Endpoint } from './webhook';

const PATH = '/api/v1/webhooks';

export const status =
  (code: number, body = '', headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end(body);

export interface Scene {
  business: Business;
  client: Client;
  receiver: Receiver;
  endpoint: Endpoint;
  path: string;
  /** The business's next event, which is awaited nowhere. */
  emit(count?: number): Promise<void>;
  deliveries(): Promise<Delivery[]>;
  /** Waits until the only delivery is as `like` says. */
  until(like: Partial<Delivery>): Promise<Delivery>;
}

/** What opens scenes on a stage, each a business with one endpoint at a receiver of its own; they close with the file. */
export function scenesOf({ db, sql, signIn }: Pick<Stage, 'db' | 'sql' | 'signIn'>) {
  const receivers: Receiver[] = [];
  afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

  async function openScene(how?: Answer, options?: ReceiverOptions, fields: object = {}): Promise<Scene> {
    const receiver = await openReceiver(options);
    receivers.push(receiver);
    if (how) receiver.answer(how);
    const business = await createBusiness(db, 'wholesaler');
    const client = await signIn(await createMember(db, business, 'owner'));
    const endpoint = await addEndpoint(client, {
      url: `${receiver.url}/hook`,
      events: ['inventory.updated'],
      ...fields,
    });
    const deliveries = () => deliveriesOf(client, endpoint.id);
    return {
      business,
      client,
      receiver,
      endpoint,
      path: `${PATH}/${endpoint.id}`,
      emit: (count = 1) => emitUpdates(db, business.id, count),
      deliveries,
      async until(like) {
        await eventually(
          async () => (await deliveries())[0],
          (value) => expect(value).toMatchObject(like),
          { patienceMs: 25_000, everyMs: 100 },
        );
        return (await deliveries())[0] as Delivery;
      },
    };
  }

  /** What waits for its next attempt waits no longer. */
  async function hurry({ endpoint }: Pick<Scene, 'endpoint'>): Promise<void> {
    await sql`
    update webhook_deliveries set next_attempt_at = now()
    where endpoint_id = ${endpoint.id} and status = 'pending' and tries > 0`;
    await wakeEndpoints(db, [endpoint.id]);
  }
  return { openScene, hurry, receivers };
}
