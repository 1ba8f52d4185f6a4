import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { readPaged } from '../../platform/db/paged.sql';
import { getKey } from './queries';
import { KEYS } from './queries.sql';
import { ApiKey, ApiKeyList, ApiKeyWithSecret } from './resource';
import { ApiKeyId, NewApiKey, RotateApiKey, UpdateApiKey } from './schema';
import { createKey, revokeKey, rotateKey, updateKey } from './service';
import { apiKeys } from './tables';

export const apiKeysRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/api-keys',
    summary: 'List API keys',
    description:
      'Oldest first. A member who is limited to locations sees the keys within that limit. Secrets are never shown again.',
    permission: 'manage:api-keys',
    input: KEYS.input,
    output: ApiKeyList,
  }).query(({ ctx, input }) => readPaged(ctx.db, KEYS, ctx.actor, input)),

  create: endpoint({
    rest: 'POST /api/v1/api-keys',
    summary: 'Create an API key',
    description:
      'The response shows the key, which is never shown again. It belongs to the business and goes on when you leave; with `personal` it acts for you: ' +
      'with its permissions and locations as far as you have them, and no longer than you are a member. At most 100 keys.',
    permission: 'manage:api-keys',
    input: NewApiKey,
    output: ApiKeyWithSecret,
    status: 201,
    location: '/api/v1/api-keys/{id}',
    errors: ['NOT_FOUND', 'too_many_keys', 'outside_your_locations'],
    recent: true,
  }).mutation(({ ctx, input }) => createKey(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/api-keys/{id}',
    summary: 'Get an API key',
    description: 'Without its secret, which is shown only on creation and rotation.',
    permission: 'manage:api-keys',
    input: ApiKeyId,
    output: ApiKey,
    object: rowOf(apiKeys.id, { volatile: ['last_used_at', 'secret'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getKey(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/api-keys/{id}',
    summary: 'Update an API key',
    description:
      'Takes effect from its next call. A key of the business is changed by an owner, or by a member who has all that it has; a personal one of an owner by an owner, ' +
      'and of a member without a location limit by such a member.',
    permission: 'manage:api-keys',
    input: UpdateApiKey,
    output: ApiKey,
    errors: ['NOT_FOUND', 'outside_your_locations', 'owner_required', 'owners_key'],
    recent: 'to add permissions or locations, to let it work longer, or to give it to the business',
  }).mutation(({ ctx, input }) => updateKey(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/api-keys/{id}',
    summary: 'Revoke an API key',
    description: 'Its next call is rejected with 401. This cannot be undone.',
    permission: 'manage:api-keys',
    input: ApiKeyId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => revokeKey(ctx, input.id)),

  rotate: endpoint({
    rest: 'POST /api/v1/api-keys/{id}/rotate',
    summary: 'Rotate the secret of an API key',
    description:
      'The response shows the new secret, which is never shown again. The previous one works on for `overlap_hours`, 24 when ' +
      'absent. Who may change a key may rotate it.',
    permission: 'manage:api-keys',
    input: RotateApiKey,
    output: ApiKeyWithSecret,
    errors: ['NOT_FOUND', 'owners_key', 'outside_your_locations'],
    recent: true,
  }).mutation(({ ctx, input }) => rotateKey(ctx, input)),
});
