import { z } from 'zod';
import { Count, Id, listOf, Paging, Timestamp } from '../../kernel/params';
import { TIERS } from '../../kernel/tiers';

const Limit = z.object({
  limit: Count.nullable().meta({ description: 'Requests allowed in the window; null without a limit' }),
  used: Count.meta({ description: 'Requests in this window, including those in progress' }),
  resets_at: Timestamp.meta({ description: 'When the window ends' }),
});

/** An entity's usage and the limits of its tier. */
export const Usage = z
  .object({
    tier: z.enum(TIERS).meta({ description: 'Tier of your business' }),
    minute: Limit.meta({ description: 'The current minute' }),
    day: Limit.meta({ description: 'The current day, UTC' }),
  })
  .meta({ id: 'Usage' });

export const ApiRequest = z
  .object({
    id: Id,
    created_at: Timestamp.meta({ description: 'When the response was sent' }),
    method: z.string().meta({ description: 'HTTP method' }),
    path: z.string().meta({ description: 'Path without the query, at most 300 characters' }),
    status: Count.meta({ description: 'HTTP status of the response' }),
    duration_ms: Count.meta({ description: 'Milliseconds until the response' }),
    request_id: z.string().meta({ description: '`X-Request-Id` of the response' }),
    user: z
      .object({
        id: Id.meta({ description: 'Id of the user' }),
        name: z.string().meta({ description: 'Name' }),
      })
      .meta({ description: 'The member who sent the request, or who created the API key that did' }),
    api_key: z
      .object({
        id: Id.meta({ description: 'Id of the API key' }),
        name: z.string().meta({ description: 'Name of the key when it was used' }),
      })
      .nullable()
      .meta({ description: 'The API key that sent the request; null for a session' }),
    address: z.string().meta({ description: 'IP address of the client' }),
  })
  .meta({ id: 'ApiRequest' });
export const ApiRequestList = listOf(ApiRequest);

export const ListApiRequests = z.strictObject({
  ...Paging,
  failed: z
    .boolean()
    .optional()
    .meta({ description: '`true` for only responses with a status of 400 and above' }),
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    .optional()
    .meta({ description: 'Only requests with this method' }),
});
