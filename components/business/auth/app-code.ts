import * as z from 'zod/mini';

/** The six digits that an authenticator app shows, however they are grouped. */
export const AppCode = z
  .string()
  .check(z.regex(/^\s*(\d[\s-]*){6}$/, 'Enter the six-digit code from your app'));
