import * as z from 'zod/mini';
import { PASSWORD_LENGTH } from '@/server/features/auth/password-length';

const { min, max } = PASSWORD_LENGTH;

/** Told before typing. */
export const PASSWORD_HINT = `${min} to ${max} characters of any kind. A sentence is easy to remember. Common passwords, and your name or email alone, are rejected.`;

/** A new password; only the server knows which are rejected. */
export const ChosenPassword = z.string().check(
  z.refine((password) => {
    const length = [...password].length;
    return length >= min && length <= max;
  }, `Use ${min} to ${max} characters`),
);
