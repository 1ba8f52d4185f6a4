import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Cipher } from '../../kernel/cipher';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM (NIST SP 800-38D) under a key derived from the platform's secret (RFC 5869). */
export class SecretCipher implements Cipher {
  readonly #key: Buffer;
  readonly #previous: Buffer | null;

  /** @param previous a secret that still opens (decision 250) */
  constructor(secret: string, previous: string | null = null) {
    this.#key = keyOf(secret);
    this.#previous = previous === null ? null : keyOf(previous);
  }

  get isRotating(): boolean {
    return this.#previous !== null;
  }

  seal(purpose: string, contents: string | Uint8Array): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(Buffer.from(contents)), cipher.final()]);
    return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
  }

  open(purpose: string, sealed: string): string {
    return this.openBytes(purpose, sealed).toString();
  }

  openBytes(purpose: string, sealed: string): Buffer {
    try {
      return openWith(this.#key, purpose, sealed);
    } catch (error) {
      if (this.#previous === null) throw error;
      return openWith(this.#previous, purpose, sealed);
    }
  }

  renew(purpose: string, sealed: string): string | null {
    if (this.#previous === null) return null;
    try {
      // What the current key opens doesn't open with the earlier one.
      return this.seal(purpose, openWith(this.#previous, purpose, sealed));
    } catch {
      return null;
    }
  }
}

const keyOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'tallyleaf secrets at rest', 32));

function openWith(key: Buffer, purpose: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
