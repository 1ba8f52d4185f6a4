/**
 * `mfa` is the temp_token between password and second factor; `device` marks a known browser; `unsubscribe` names a user
 * or an invitation, and a kind of mail, in place of session and token.
 */
export type TokenType = 'access' | 'refresh' | 'mfa' | 'device' | 'unsubscribe';

/** Claims of our tokens: the session or challenge, and the id of the token. */
export interface Claims {
  sessionId: string;
  tokenId: string;
}

export interface TokenSigner {
  /** Signs deterministically: the same arguments give the same token. */
  sign(type: TokenType, claims: Claims, issuedAt: Date, lifetimeSeconds: number): Promise<string>;
  /** @throws AppError TOKEN_EXPIRED, TOKEN_INVALID; MFA_REQUIRED for a temp_token in an access token's place */
  verify(type: TokenType, token: string): Promise<Claims>;
}
