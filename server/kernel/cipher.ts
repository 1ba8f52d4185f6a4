/** Encrypts small secrets that the platform must read again (a TOTP secret, a connector's credentials). */
export interface Cipher {
  /** @param purpose binds the ciphertext to its use: one sealed for another purpose does not open */
  seal(purpose: string, contents: string | Uint8Array): string;
  /** @throws Error when it was sealed for another purpose, under another secret, or altered */
  open(purpose: string, sealed: string): string;
  /** The same for bytes. */
  openBytes(purpose: string, sealed: string): Buffer;
  /** True while an earlier secret still opens what was sealed under it. */
  readonly isRotating: boolean;
  /**
   * Seals again under the current secret what was sealed under the earlier one.
   * @returns null when it is under the current one, or under neither
   */
  renew(purpose: string, sealed: string): string | null;
}
