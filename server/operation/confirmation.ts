/**
 * When an operation needs a sign-in of the last 10 minutes, or a confirmation among its input: always, or for a part of what it
 * does, such as `to add permissions`, which its service guards with `requireRecent`. With `by device` a recovery code
 * doesn't count: the app's own code or a passkey does.
 */
export type Recent = true | 'by device' | `to ${string}`;

/** What an input may confirm by: a member with a second factor sends both. */
export interface Confirmed {
  password: string;
  code?: string | undefined;
}
