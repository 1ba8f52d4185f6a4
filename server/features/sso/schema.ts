// Pages import this file.
import { z } from 'zod';
import { Confirmation, Id, Timestamp } from '../../kernel/params';

/** Roles that a group of the provider may give: owners are made here alone. */
export const MAPPED_ROLES = ['viewer', 'manager', 'admin'] as const;
export const MAX_MAPPINGS = 100;
export const MAX_DOMAINS = 25;

export const GroupMapping = z
  .strictObject({
    group: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'Name or id of the group, as the provider sends it' }),
    role: z.enum(MAPPED_ROLES).meta({ description: 'Role of its members' }),
    location_ids: z
      .array(Id)
      .min(1)
      .max(200)
      .nullable()
      .meta({ description: 'Locations that they are limited to; null for all' }),
  })
  .meta({ id: 'SsoMapping' });
export type GroupMapping = z.infer<typeof GroupMapping>;

export const SsoDomain = z
  .object({
    id: Id,
    domain: z.string().meta({ description: 'In lower case, with A-labels' }),
    record_name: z.string().meta({ description: 'Name of the TXT record to publish' }),
    record_value: z.string().meta({ description: 'Text of the record' }),
    verified_at: Timestamp.nullable().meta({ description: 'When the record was found; null until then' }),
    missing_since: Timestamp.nullable().meta({
      description: 'Since when the daily check no longer finds it; null while it does',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'SsoDomain' });
export const SsoDomainList = z
  .object({ data: z.array(SsoDomain).max(MAX_DOMAINS) })
  .meta({ id: 'SsoDomainList' });
export const NewSsoDomain = z
  .strictObject({
    domain: z.string().min(1).max(253).meta({ description: 'Such as example.com' }),
    ...Confirmation,
  })
  .meta({ examples: [{ domain: 'goldencoast.example' }] });
export const SsoDomainAct = z
  .strictObject({ id: Id.meta({ description: 'Id of the domain' }), ...Confirmation })
  .meta({ examples: [{}] });

const Settings = {
  issuer: z
    .string()
    .min(1)
    .max(500)
    .meta({ description: 'Issuer of the provider, exactly as it names itself' }),
  client_id: z.string().min(1).max(255).meta({ description: 'Id of the client at the provider' }),
  groups_claim: z.string().min(1).max(100).meta({ description: 'Claim that holds the groups of a member' }),
  mappings: z
    .array(GroupMapping)
    .max(MAX_MAPPINGS)
    .meta({ description: 'What groups give; the highest role counts' }),
  jit: z.boolean().meta({ description: 'Whether a first sign-in makes a member' }),
  trust_mfa: z.boolean().meta({ description: "Whether the provider's second factor counts as one" }),
};
export const Sso = z
  .object({
    ...Settings,
    tried_at: Timestamp.nullable().meta({ description: 'When a member first signed in by it; null before' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Sso', description: 'How members of a business sign in by their provider' });
export const PutSso = z
  .strictObject({
    ...Settings,
    groups_claim: Settings.groups_claim.default('groups'),
    mappings: Settings.mappings.default([]),
    jit: Settings.jit.default(false),
    trust_mfa: Settings.trust_mfa.default(false),
    client_secret: z.string().min(1).max(500).optional().meta({
      description: 'Secret of the client, which is never shown; absent keeps it',
    }),
    ...Confirmation,
  })
  .meta({
    examples: [
      {
        ...{ issuer: 'https://login.example.com', client_id: 'tallyleaf', client_secret: 'the secret' },
        mappings: [{ group: 'Sales', role: 'manager', location_ids: null }],
      },
    ],
  });
export const DeleteSso = z.strictObject({ ...Confirmation }).meta({ examples: [{}] });
