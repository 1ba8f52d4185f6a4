import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from '../../kernel/params';
import { count, id, object, text, time } from '../../platform/db/fields';
import { resource } from '../../platform/db/resource';
import { apiRequests } from './tables';

const r = alias(apiRequests, 'r');

export const apiRequest = resource(
  r,
  {
    id: id(r.id),
    created_at: time(r.createdAt, 'When the response was sent'),
    method: text(r.method, 'HTTP method'),
    path: text(r.path, 'Path without the query, at most 300 characters'),
    status: count(r.status, 'HTTP status of the response'),
    duration_ms: count(r.durationMs, 'Milliseconds until the response'),
    request_id: text(r.requestId, '`X-Request-Id` of the response'),
    user: object(
      { id: id(r.userId, 'Id of the user'), name: text(r.userName, 'Name') },
      'The member who sent the request, or who created the API key that did',
    ),
    api_key: object(
      {
        id: id(sql`r.key_id`, 'Id of the API key'),
        name: text(sql`r.key_name`, 'Name of the key when it was used'),
      },
      'The API key that sent the request; null for a session',
      sql`r.key_id is not null`,
    ),
    address: text(r.address, 'IP address of the client'),
  },
  { id: 'ApiRequest', examples: undefined },
);
export const ApiRequestList = listOf(apiRequest.schema);
