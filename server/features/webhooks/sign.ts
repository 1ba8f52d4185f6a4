import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SealedColumn } from '../../platform/secrets/reencrypt.sql';
import { webhookEndpoints } from './tables';

/** What the cipher seals webhook secrets for. */
export const SECRET_PURPOSE = 'webhook secret';
export const SEALED_WEBHOOKS: readonly SealedColumn[] = [
  { column: webhookEndpoints.secret, purpose: () => SECRET_PURPOSE },
  { column: webhookEndpoints.previousSecret, purpose: () => SECRET_PURPOSE },
];
const SECRET_BYTES = 32;

/** What is signed: the bytes as they are sent, under the event's id, at the moment of this attempt. */
export interface Unsigned {
  id: string;
  at: Date;
  body: string;
  /** `whsec_…`, the current one first; the one before it as well while a rotation lasts */
  secrets: string[];
}

export type SignatureHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

/**
 * The three headers of Standard Webhooks (decision 65): the timestamp in whole seconds, one `v1,…` signature
 * per secret, separated by a space.
 */
export function signatureHeaders({ id, at, body, secrets }: Unsigned): SignatureHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
