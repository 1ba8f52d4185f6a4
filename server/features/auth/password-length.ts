/** Characters that a password has (decision 58). By itself, so that a page can tell them without the server's schemas. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
