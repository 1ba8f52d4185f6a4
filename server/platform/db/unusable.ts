/** A database or data folder that this version can't use. It was not changed; the message is one line. */
export class UnusableDatabaseError extends Error {}
