import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { isKey, lookupOf, newKey, newLookup } from '../../../server/features/api-keys/format';
import { KeyReader } from '../../../server/features/api-keys/key-reader';
import type { Db } from '../../../server/platform/db/client';
import { openSlots } from '../../../server/platform/rate-limit/slots';

const key = newKey('7Q4M2XKD');

describe('the form of an API key', () => {
  test('is tlk_, 8 characters of id, 32 of secret and 4 of checksum, all Crockford base32', () => {
    for (let i = 0; i < 1_000; i++) {
      const lookup = newLookup();
      expect(newKey(lookup)).toMatch(/^tlk_[0-9A-HJKMNP-TV-Z]{8}_[0-9A-HJKMNP-TV-Z]{36}$/);
      expect(lookupOf(newKey(lookup))).toBe(lookup);
    }
  });

  test('has a documented checksum: the first 20 bits of the SHA-256 of what precedes it', () => {
    expect(lookupOf('tlk_7Q4M2XKD_0123456789ABCDEFGHJKMNPQRSTVWXYZY2Y6')).toBe('7Q4M2XKD');
  });

  test('notices one wrong character, another case, and missing or extra characters', () => {
    for (let at = 4; at < key.length; at++) {
      const wrong = key.charAt(at) === 'A' ? 'B' : 'A';
      expect(lookupOf(key.slice(0, at) + wrong + key.slice(at + 1)), `at ${at}`).toBeNull();
    }
    for (const other of [key.toLowerCase(), key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, 'tlk_', ''])
      expect(lookupOf(other), other).toBeNull();
  });

  test('differs from an access token by its prefix', () => {
    expect([key, 'tlk_', 'eyJhbGciOiJIUzI1NiJ9.e30.x', 'TLK_x'].map(isKey)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test('rejects a wrong checksum without a database read', async () => {
  const db = new Proxy({} as Db, {
    get: () => {
      throw new Error('the database was read');
    },
  });
  const { admissions } = openSlots(2);
  const reader = new KeyReader(db, admissions, pino({ level: 'silent' }));
  const { signal } = new AbortController();
  const wrong = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  await expect(reader.read(wrong, '203.0.113.1', signal)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  await expect(reader.read(key, '203.0.113.1', signal)).rejects.toThrow('the database was read');
});
