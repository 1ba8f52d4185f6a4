import type { z } from 'zod';
import type { WebhookDelivery, WebhookEndpointWithSecret } from '../../server/features/webhooks/resource';
import type { Client } from '../setup/client';

export type Endpoint = z.infer<typeof WebhookEndpointWithSecret>;
export type Delivery = z.infer<typeof WebhookDelivery>;

/** Where nothing listens: the port of TCP's discard service. */
export const NOWHERE = 'http://127.0.0.1:9/';

/** Adds an endpoint over REST, of a server that allows loopback. */
export async function addEndpoint(client: Client, fields: Record<string, unknown> = {}): Promise<Endpoint> {
  const { status, body, text } = await client.post<Endpoint>('/api/v1/webhooks', {
    url: NOWHERE,
    events: ['*'],
    ...fields,
  });
  if (status !== 201) throw new Error(`No endpoint: ${text}`);
  return body;
}

/** A test event's delivery. */
export async function sendTest(client: Client, endpointId: string): Promise<Delivery> {
  const { status, body, text } = await client.post<Delivery>(`/api/v1/webhooks/${endpointId}/test`);
  if (status !== 200) throw new Error(`No test: ${text}`);
  return body;
}

export async function deliveriesOf(client: Client, endpointId: string, query = ''): Promise<Delivery[]> {
  const { body } = await client.get<{ data: Delivery[] }>(
    `/api/v1/webhooks/${endpointId}/deliveries?limit=500${query}`,
  );
  return body.data;
}
