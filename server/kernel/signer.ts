export type TokenType = 'access' | 'refresh';

/** What a token of ours says: whose session it belongs to, and which token of that session it is. */
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
  /** @throws AppError TOKEN_EXPIRED, TOKEN_INVALID */
  verify(type: TokenType, token: string): Promise<Claims>;
}
