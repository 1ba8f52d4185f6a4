import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, verifySync } from 'otplib';

const ISSUER = 'Tallyleaf';
/** Seconds that a code is shown for (RFC 6238); the one before and the one after count as well. */
const STEP_SECONDS = 30;
const RECOVERY_CODES = 10;
/** Crockford's base32: no letter that is read as a digit. Its length divides 256, so that a byte's rest is even. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 16;

/** A new TOTP secret: 160 bits in base32 (RFC 4226, section 4). */
export function newSecret(): string {
  return generateSecret({ length: 20 });
}

/** What an authenticator app reads: `otpauth://totp/<issuer>:<email>?secret=<secret>` and what apps take for granted. */
export function otpauthUri(email: string, secret: string): string {
  const label = encodeURIComponent(email).replaceAll('%40', '@');
  return `otpauth://totp/${ISSUER}:${label}?secret=${secret}&issuer=${ISSUER}&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`;
}

/** True for what could be a code of an app; anything else can only be a recovery code. */
export const isTotp = (code: string) => /^\d{6}$/.test(code);

/** The time step (since 1970) whose code this is, within one step of now; null when it is none. */
export function timeStepOf(secret: string, code: string): number | null {
  if (!isTotp(code)) return null;
  const result = verifySync({ secret, token: code, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Ten codes of 80 random bits, such as `8F3K-V0TN-2MQX-7RWD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
    return (letters.join('').match(/.{4}/g) ?? []).join('-');
  });
}

/** What is kept of a recovery code, however it is written: 80 random bits need no salt and no slow hash. */
export function recoveryCodeHash(code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest('base64url');
}
