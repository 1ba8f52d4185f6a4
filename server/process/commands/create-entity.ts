import { z } from 'zod';
import { hashPassword } from '../../features/auth/password/passwords';
import { Email } from '../../features/auth/schema';
import { type FoundedIds, foundBusiness, lockFounding } from '../../features/entities/founding';
import { isTimezone } from '../../kernel/clock';
import { ENTITY_TYPES } from '../../kernel/entity-types';
import { CalendarDate, text } from '../../kernel/params';
import { TIERS, tierOfOwn } from '../../kernel/tiers';
import { type AuditRow, storeAudit } from '../../platform/audit-log/record';
import { type Db, violatedConstraint } from '../../platform/db/client';
import {
  type Command,
  type CommandContext,
  CommandError,
  checkOptions,
  print,
  readArguments,
} from './command';
import { byOperator } from './operator';
import { readPassword } from './password';

const Options = z.strictObject({
  type: z.enum(ENTITY_TYPES, `must be ${ENTITY_TYPES.join(', ')}`),
  name: text(200),
  'legal-name': text(200),
  'license-number': text(100),
  'license-type': text(100).optional(),
  'license-expiry': CalendarDate.optional(),
  street: text(200),
  city: text(100),
  state: text(100),
  zip: text(20),
  email: Email,
  'owner-name': text(200),
  'location-name': text(200).optional(),
  tier: z.enum(TIERS, `must be ${TIERS.join(', ')}`),
  timezone: z.string().refine(isTimezone, 'must be an IANA timezone such as America/Los_Angeles'),
});
type Options = z.infer<typeof Options>;

export const createEntity: Command = {
  usage:
    'create-entity --type TYPE --name NAME --legal-name NAME --license-number NUMBER [--license-type TEXT] ' +
    '[--license-expiry YYYY-MM-DD] --street STREET --city CITY --state STATE --zip ZIP --email OWNER ' +
    '--owner-name NAME [--location-name NAME] [--tier TIER] [--timezone ZONE] [--password-stdin]',
  summary: 'add a business with its first location and its owner, whose password is asked for',

  async run(args, context) {
    const { env } = context;
    const strings = Object.keys(Options.shape).map((name) => [name, { type: 'string' }] as const);
    const { values } = readArguments({
      args,
      options: { ...Object.fromEntries(strings), 'password-stdin': { type: 'boolean' } },
    });
    const { 'password-stdin': fromStdin, ...given } = values;
    const options = checkOptions(Options, { tier: tierOfOwn(env), timezone: 'UTC', ...given });
    const holder = { email: options.email, name: options['owner-name'], business: options.name };
    const password = await readPassword(context, fromStdin === true, holder);
    const passwordHash = await hashPassword(password);
    const ids = await context.withDb((db) => store(db, options, passwordHash, context.err));
    print(context, ids, [`entity    ${ids.entity}`, `location  ${ids.location}`, `owner     ${ids.owner}`]);
    return 0;
  },
};

/** Writes all three and their audit rows in one transaction. @throws CommandError when the email is in use */
async function store(
  db: Db,
  options: Options,
  passwordHash: string,
  err: CommandContext['err'],
): Promise<FoundedIds> {
  const log = { warn: (_: object, message: string) => err.write(`create-entity: ${message}\n`) };
  const { type, tier, name, street, city, state, zip, email, timezone } = options;
  const licenseNumber = options['license-number'];
  const address = { street, city, state, zip };
  const founding = {
    entity: {
      type,
      tier,
      name,
      timezone,
      legalName: options['legal-name'],
      licenseNumber,
      licenseType: options['license-type'] ?? null,
      licenseExpiry: options['license-expiry'] ?? null,
      ...address,
      contactEmail: email,
    },
    location: { name: options['location-name'] ?? name, ...address, licenseNumber },
    owner: { email, name: options['owner-name'] },
    passwordHash,
  };
  try {
    return await db.transaction(async (tx) => {
      await lockFounding(tx);
      const rows: AuditRow[] = [];
      const ids = await foundBusiness(tx, founding, log, (entry) => {
        const locationIds = entry.locationIds ? [...entry.locationIds] : null;
        rows.push({ ...byOperator(entry.entityId), ...entry, locationIds });
      });
      await storeAudit(tx, rows);
      return ids;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_email') throw new CommandError(`the email ${email} is in use`);
    throw error;
  }
}
