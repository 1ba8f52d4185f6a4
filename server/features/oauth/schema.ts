// Pages import this file.
import { z } from 'zod';
import { Confirmation, Id, Timestamp } from '../../kernel/params';
import { KEY_PERMISSIONS, type Permission } from '../../kernel/permissions';

/** Addresses that a token may be for. */
export const RESOURCES = ['mcp', 'api'] as const;
export type OAuthResource = (typeof RESOURCES)[number];
export const RESOURCE_PATHS: Record<OAuthResource, string> = { mcp: '/mcp', api: '/api/v1' };
export const MCP_SCOPES = ['mcp:read', 'mcp:write'] as const;
export type McpScope = (typeof MCP_SCOPES)[number];

/** What a token of a resource may be asked for. */
export const scopesOf = (resource: OAuthResource): readonly string[] =>
  resource === 'mcp' ? MCP_SCOPES : KEY_PERMISSIONS;

/** Permissions of the key behind a grant: those that are asked for, or by kind. */
export const permissionsFor = (resource: OAuthResource, scopes: readonly string[]): Permission[] =>
  KEY_PERMISSIONS.filter((one) =>
    resource === 'api' ? scopes.includes(one) : scopes.includes('mcp:write') || one.startsWith('read:'),
  );

export const Resource = z.enum(RESOURCES).meta({
  id: 'OAuthResource',
  description: '`mcp`: an assistant that acts for a member; `api`: an app that acts for the business',
});

/** The name of a request in the address of its page. */
const RequestKey = z.string().regex(/^[\w-]{20,64}$/, 'must be the id of a request');
export const RequestId = z.strictObject({
  id: RequestKey.meta({ description: 'Id of the request, from the address of its page' }),
});
export const Consent = z.strictObject({ ...RequestId.shape, ...Confirmation }).meta({ examples: [{}] });

const Host = z.string().meta({ description: 'Host of the client: where its description lies' });
const Name = z.string().nullable().meta({ description: 'What the client calls itself; null for nothing' });
const Scopes = z.array(z.string()).meta({ description: 'What it may be used for' });
export const ShownRequest = z
  .object({
    id: z.string().meta({ description: 'Id of the request' }),
    host: Host,
    client_name: Name,
    redirect_host: z.string().meta({ description: 'Host that the browser goes back to' }),
    resource: Resource,
    scopes: Scopes.meta({ description: 'What is asked for and you may give' }),
    withheld: z.array(z.string()).meta({ description: 'What is asked for and you may not give' }),
    location_ids: z
      .array(Id)
      .nullable()
      .meta({ description: 'Locations that it is limited to; null for all' }),
    may_consent: z.boolean().meta({ description: 'Whether you may consent at all' }),
  })
  .meta({ id: 'OAuthRequest', description: 'What a client asks a member for' });
export const Decided = z
  .object({ continue_at: z.string().meta({ description: 'Address to go to next' }) })
  .meta({ id: 'OAuthDecision' });

export const GrantId = z.strictObject({ id: Id.meta({ description: 'Id of the grant' }) });
export const Grant = z
  .object({
    id: Id.meta({ description: 'Id of the grant' }),
    host: Host,
    client_name: Name,
    resource: Resource,
    scopes: Scopes,
    location_ids: z
      .array(Id)
      .nullable()
      .meta({ description: 'Locations that it is limited to; null for no limit' }),
    granted_by: z
      .object({
        id: Id.meta({ description: 'Id of the member' }),
        name: z.string().meta({ description: 'Name of the member' }),
      })
      .meta({ description: 'Who consented' }),
    own: z.boolean().meta({ description: 'Whether that was you' }),
    last_used_at: Timestamp.nullable().meta({ description: 'When it was last used; null before' }),
    created_at: Timestamp.meta({ description: 'When it was granted' }),
  })
  .meta({ id: 'OAuthGrant', description: 'An app or assistant that a member let in' });
export const GrantList = z
  .object({ data: z.array(Grant).meta({ description: 'Newest first' }) })
  .meta({ id: 'OAuthGrantList' });
/** Grants of a business. */
export const MAX_GRANTS = 200;
