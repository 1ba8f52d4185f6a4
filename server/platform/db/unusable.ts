/** A database or data folder that this version can't use. Nothing in it was changed; the message is one line. */
export class UnusableDatabaseError extends Error {}
