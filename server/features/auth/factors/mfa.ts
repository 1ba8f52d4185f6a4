import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, verifySync } from 'otplib';

const ISSUER = 'Tallyleaf';
/** Seconds per code (RFC 6238); the previous and the next code are accepted as well. */
const STEP_SECONDS = 30;
const RECOVERY_CODES = 10;
/** Crockford's base32 has no letters that look like digits. 32 divides 256, so that bytes map to it without bias. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 120 random bits: with less than 112 a stored code would need a salt and a slow hash (ASVS 6.5.2). */
const CODE_LENGTH = 24;

/** Generates a TOTP secret: 160 bits in base32 (RFC 4226, section 4). */
export function newSecret(): string {
  return generateSecret({ length: 20 });
}

/** Builds the URI for authenticator apps: `otpauth://totp/<issuer>:<email>?secret=<secret>` plus the apps' defaults. */
export function otpauthUri(email: string, secret: string): string {
  const label = encodeURIComponent(email).replaceAll('%40', '@');
  return `otpauth://totp/${ISSUER}:${label}?secret=${secret}&issuer=${ISSUER}&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`;
}

/** Returns true for the format of an app's code; any other text can only be a recovery code. */
export const isTotp = (code: string) => /^\d{6}$/.test(code);

/** Finds the time step (since 1970) of a code, within one step of now; null for a wrong code. */
export function timeStepOf(secret: string, code: string): number | null {
  if (!isTotp(code)) return null;
  const result = verifySync({ secret, token: code, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Generates ten codes, such as `8F3K-V0TN-2MQX-7RWD-9HZ4-CW1B`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
    return (letters.join('').match(/.{4}/g) ?? []).join('-');
  });
}

/** Hashes a recovery code in canonical form; those from before 0.2.0 have 16 letters. */
export function recoveryCodeHash(code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest('base64url');
}
