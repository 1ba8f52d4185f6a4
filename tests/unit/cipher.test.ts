import { describe, expect, test } from 'vitest';
import { SecretCipher } from '../../server/platform/secrets/cipher';

const SECRET = 'a secret of the tests, at least 32 characters long';
const cipher = new SecretCipher(SECRET);
const PURPOSE = 'mfa:01890000-0000-7000-8000-000000000000';

describe('a sealed text', () => {
  test.each(['', 'GEZDGNBVGY3TQOJQ', '€ and 🍃', 'x'.repeat(10_000)])('opens again: %#', (text) => {
    expect(cipher.open(PURPOSE, cipher.seal(PURPOSE, text))).toBe(text);
    expect(new SecretCipher(SECRET).open(PURPOSE, cipher.seal(PURPOSE, text))).toBe(text);
  });

  test('opens again as bytes, also after its secret was renewed', () => {
    const bytes = Buffer.from([0, 255, 128, 10, 0xc3, 0x28]);
    const sealed = cipher.seal(PURPOSE, bytes);
    expect(cipher.openBytes(PURPOSE, sealed)).toEqual(bytes);
    const renewed = new SecretCipher('another secret of at least 32 characters', SECRET).renew(
      PURPOSE,
      sealed,
    );
    expect(
      new SecretCipher('another secret of at least 32 characters').openBytes(PURPOSE, renewed ?? ''),
    ).toEqual(bytes);
  });

  test('is never the same twice, and shows nothing of the text', () => {
    const [first, second] = [cipher.seal(PURPOSE, 'plain text'), cipher.seal(PURPOSE, 'plain text')];
    expect(first).not.toBe(second);
    expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('plain');
  });

  test('does not open for another purpose', () => {
    const sealed = cipher.seal(PURPOSE, 'x');
    for (const purpose of ['', 'mfa:', `${PURPOSE}0`, 'pos:1']) {
      expect(() => cipher.open(purpose, sealed)).toThrow();
    }
  });

  test('does not open under another secret', () => {
    const other = new SecretCipher('another secret of at least 32 characters');
    expect(() => other.open(PURPOSE, cipher.seal(PURPOSE, 'x'))).toThrow();
  });

  test('does not open when any byte of it was altered, or a part is missing', () => {
    const bytes = Buffer.from(cipher.seal(PURPOSE, 'some text'), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const altered = Buffer.from(bytes);
      altered[i] = (altered[i] ?? 0) ^ 1;
      expect(() => cipher.open(PURPOSE, altered.toString('base64url')), `byte ${i}`).toThrow();
    }
    for (const length of [0, 1, 12, 27, bytes.length - 1]) {
      expect(() => cipher.open(PURPOSE, bytes.subarray(0, length).toString('base64url'))).toThrow();
    }
  });
});
