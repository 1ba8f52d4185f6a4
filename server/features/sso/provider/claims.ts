import { z } from 'zod';

const MAX_GROUPS = 1_000;

/** What a verified token says of a person. */
export interface Claims {
  subject: string;
  /** In lower case; null unless the provider says that it is verified. */
  verifiedEmail: string | null;
  name: string | null;
  groups: string[];
  /** Ways in which the person was authenticated (RFC 8176). */
  methods: string[];
  /** Seconds since 1970; null where the provider doesn't say. */
  authenticatedAt: number | null;
}

const Subject = z.string().min(1).max(255);
const Email = z.email().max(254);
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 255)
    .slice(0, MAX_GROUPS);

/**
 * Reads the claims that count, each only in its own type: "true" is not verified.
 * @throws Error for a subject that isn't a text of 1 to 255 characters
 */
export function readClaims(claims: Record<string, unknown>, groupsClaim: string): Claims {
  const subject = Subject.parse(claims.sub);
  const email = Email.safeParse(claims.email);
  const { name, auth_time } = claims;
  return {
    subject,
    verifiedEmail: claims.email_verified === true && email.success ? email.data.toLowerCase() : null,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : null,
    groups: texts(Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : []),
    methods: texts(claims.amr ?? []),
    authenticatedAt: typeof auth_time === 'number' ? auth_time : null,
  };
}
