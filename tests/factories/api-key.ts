import type { z } from 'zod';
import type { ApiKeyWithSecret } from '../../server/features/api-keys/resource';
import { Client, ok } from '../setup/client';

export type ApiKeyBody = z.infer<typeof ApiKeyWithSecret>;
export const API_KEYS = '/api/v1/api-keys';

/** Creates a personal key of the member, which reads the stock unless the fields say otherwise. */
export async function createKey(member: Client, fields: object = {}): Promise<ApiKeyBody> {
  return ok(
    await member.post<ApiKeyBody>(API_KEYS, {
      name: 'ERP sync',
      permissions: ['read:inventory'],
      personal: true,
      ...fields,
    }),
  );
}

/** A caller with a key. */
export const withKey = (url: string, secret: string): Client => new Client(url).withToken(secret);
