import { createHmac } from 'node:crypto';
import { errors, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose';
import { AppError } from '../../kernel/errors';
import type { Claims, TokenSigner, TokenType } from '../../kernel/signer';

/** Lifetime of an access token in seconds. */
export const ACCESS_SECONDS = 3600;
/** Maximum lifetime of a session in seconds (decision 52). */
export const SESSION_SECONDS = 30 * 86_400;
/** A session by a provider: who leaves there is out within this time without being removed here. */
export const SSO_SECONDS = 12 * 3600;
/** Seconds without a refresh after which a session expires, at most. */
export const IDLE_SECONDS = 14 * 86_400;
/** Of a member who no longer exists. */
export const NO_LIFETIME = { session_days: 0, idle_hours: 0 };

/** Seconds for the second factor after the password. */
export const CHALLENGE_SECONDS = 300;

const ISSUER = 'tallyleaf';

/**
 * Signs and verifies our JWTs (RFC 7519): HS256 only, with a key and `typ` per type, so that one never passes for
 * another.
 */
export class JwtSigner implements TokenSigner {
  private readonly keys: Record<TokenType, Uint8Array>;
  private readonly previousKeys: Record<TokenType, Uint8Array> | null;
  private readonly verified = new Map<string, Claims & { expires: number }>();

  /** @param previous a secret whose tokens are still accepted (decision 250) */
  constructor(secret: string, previous: string | null = null) {
    this.keys = keysOf(secret);
    this.previousKeys = previous === null ? null : keysOf(previous);
  }

  /** Deterministic, so that a repeated refresh gets the same response (decision 54). */
  async sign(type: TokenType, claims: Claims, issuedAt: Date, lifetimeSeconds: number): Promise<string> {
    const seconds = Math.floor(issuedAt.getTime() / 1000);
    return new SignJWT({ sid: claims.sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: `${type}+jwt` })
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setJti(claims.tokenId)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifetimeSeconds)
      .sign(this.keys[type]);
  }

  async verify(type: TokenType, token: string): Promise<Claims> {
    const known = this.verified.get(token);
    if (known && type === 'access') {
      if (known.expires * 1000 > Date.now()) return known;
      this.verified.delete(token);
    }
    try {
      const { payload } = await this.read(type, token);
      const claims = { sessionId: String(payload.sid), tokenId: String(payload.jti) };
      if (type === 'access') this.remember(token, { ...claims, expires: payload.exp ?? 0 });
      return claims;
    } catch (error) {
      if (type === 'access' && (await this.isTemporary(token)))
        throw rejected('MFA_REQUIRED', 'The sign-in is not complete. Enter a code first.');
      if (error instanceof errors.JWTExpired) throw rejected('TOKEN_EXPIRED', 'The token has expired.');
      throw rejected('TOKEN_INVALID', 'The token is malformed or unknown.');
    }
  }

  private async read(type: TokenType, token: string): Promise<JWTVerifyResult> {
    const rules = {
      algorithms: ['HS256'],
      typ: `${type}+jwt`,
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['sid', 'jti', 'exp', 'iat'],
    };
    try {
      return await jwtVerify(token, this.keys[type], rules);
    } catch (error) {
      if (!this.previousKeys || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      return jwtVerify(token, this.previousKeys[type], rules);
    }
  }

  private isTemporary(token: string): Promise<boolean> {
    return this.verify('mfa', token).then(
      () => true,
      () => false,
    );
  }

  /** A verified signature stays valid; only the expiry and the session are checked each time. */
  private remember(token: string, claims: Claims & { expires: number }): void {
    if (this.verified.size >= 10_000) this.verified.clear();
    this.verified.set(token, claims);
  }
}

function keysOf(secret: string): Record<TokenType, Uint8Array> {
  const derive = (use: TokenType) => createHmac('sha256', secret).update(`jwt:${use}`).digest();
  return {
    access: derive('access'),
    refresh: derive('refresh'),
    mfa: derive('mfa'),
    device: derive('device'),
    unsubscribe: derive('unsubscribe'),
  };
}

function rejected(code: 'TOKEN_EXPIRED' | 'TOKEN_INVALID' | 'MFA_REQUIRED', message: string): AppError {
  return new AppError(code, message, {}, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
}
