/** `mfa` is the temp_token between password and second factor, `device` a browser that has signed in before. */
export type TokenType = 'access' | 'refresh' | 'mfa' | 'device';

/** What a token of ours says: whose session (or challenge) it belongs to, and which token of that it is. */
export interface Claims {
  sessionId: string;
  tokenId: string;
}

export interface TokenSigner {
  /**
   * The same arguments always give the same token.
   * @param issuedAt cut to whole seconds
   */
  sign(type: TokenType, claims: Claims, issuedAt: Date, lifetimeSeconds: number): Promise<string>;
  /** @throws AppError TOKEN_EXPIRED, TOKEN_INVALID; MFA_REQUIRED for a temp_token in an access token's place */
  verify(type: TokenType, token: string): Promise<Claims>;
}
