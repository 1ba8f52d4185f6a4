import { z } from 'zod';
import { Confirmation, Id, text } from '../../kernel/params';
import { CONNECTION_AUTHS, CONNECTION_STATUSES, SYSTEMS, VENDORS } from './systems';
import { VENDOR_FAULTS } from './vendor-error';

/** Connections with vendors that a business may have. */
export const MAX_CONNECTIONS = 10;

export const IntegrationSystem = z.enum(SYSTEMS).meta({
  id: 'IntegrationSystem',
  description: '`metrc`: the state, of a location; `leaflink`, `distru`: where a business moves in from',
});
export const IntegrationStatus = z.enum(CONNECTION_STATUSES).meta({
  id: 'IntegrationStatus',
  description:
    '`active`; `failing`: it needs a member, see `last_error`; `off`: it is not used until it is turned on',
});
export const IntegrationAuth = z.enum(CONNECTION_AUTHS);
export const VendorFaultCode = z.enum(VENDOR_FAULTS).meta({
  description:
    '`vendor_unavailable`, `vendor_rate_limited`, `vendor_protocol`: tried again; `vendor_unauthorized`, `vendor_misconfigured`: they need a member',
});
export const VendorFailure = z.object({
  code: VendorFaultCode,
  message: z.string().meta({ description: 'What went wrong, as text' }),
});

/** Configuration of a vendor's connection; an address is never one. */
export const VendorConfig = z
  .strictObject({
    company_slug: text(100).optional().meta({
      description: 'LeafLink: the company, where the credentials reach several',
    }),
  })
  .meta({ description: 'What else the vendor has to know' });
/** A token as a vendor shows it, which may be given with its scheme. */
const Token = z
  .string()
  .regex(/^(?:(?:App|Token|Bearer) )?[\x21-\x7e]{1,4096}$/, 'must be 1 to 4096 printable ASCII characters')
  .meta({
    description:
      'Key of the API. LeafLink: a key of an app (`App …` or `Token …`), or a JSON web token of its newer API; Distru: a bearer key',
  });
const Credentials = z
  .strictObject({ token: Token })
  .meta({ description: 'Stored encrypted and never returned' });

const PathId = Id.meta({ description: 'Id of the connection' });

export const ConnectIntegration = z
  .strictObject({
    system: z.enum(VENDORS).meta({ description: 'The vendor; Metrc is connected under its location' }),
    config: VendorConfig.default({}),
    credentials: Credentials,
    ...Confirmation,
  })
  .meta({ examples: [{ system: 'leaflink', config: {}, credentials: { token: 'App 0123456789abcdef' } }] });
export const IntegrationId = z.strictObject({ id: PathId });
export const UpdateIntegration = z
  .strictObject({
    id: PathId,
    config: VendorConfig.optional(),
    credentials: Credentials.optional().meta({ description: 'Replaces the stored credentials' }),
    status: z
      .enum(['active', 'off'])
      .optional()
      .meta({ description: '`off` stops its use; `active` resumes it' }),
    ...Confirmation,
  })
  .meta({ examples: [{ status: 'off' }] });
export const IntegrationTest = z
  .object({
    ok: z.boolean().meta({ description: 'Whether the vendor accepted the credentials' }),
    code: VendorFaultCode.nullable().meta({ description: 'Kind of the failure; null when it works' }),
    message: z.string().meta({ description: 'The result, as text' }),
    companies: z
      .array(
        z.object({
          slug: z.string().meta({ description: 'Send it as `config.company_slug`' }),
          name: z.string().meta({ description: 'Name of the company' }),
        }),
      )
      .meta({ description: 'LeafLink: the companies that the credentials reach, where there are several' }),
  })
  .meta({ id: 'IntegrationTest' });
