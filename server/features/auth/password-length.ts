// Pages import this file.
/**
 * Length of a password (decision 58), in a module of its own so that pages can import it without the server's schemas.
 */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
