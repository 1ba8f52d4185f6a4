import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** What an attacker, or a faulty device, would do otherwise. */
interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** `webauthn.create` where a signature is asked for, for instance. */
  type?: string;
  crossOrigin?: boolean;
  /** Whether the device checked a PIN, a fingerprint or a face. */
  isVerified?: boolean;
  userHandle?: string;
  counter?: number;
  /** Signs with another key. */
  isForged?: boolean;
  /** A statement about what made the key. */
  statement?: { fmt: string; attStmt: Map<string, unknown> };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encoded = (data: Buffer | string) => Buffer.from(data).toString('base64url');
const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A passkey's authenticator in software: ES256, with a counter, verifying its user. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  counter = 0;

  /** @param origin of the pages that it is used on */
  constructor(readonly origin: string) {}

  /** `navigator.credentials.create()`, as the standard's JSON. */
  create(options: Options, deviation: Deviation = {}) {
    this.#userHandle = options.user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), uint(this.id.length, 2), this.id, isoCBOR.encode(key)]);
    const authData = Buffer.concat([this.#authData(options, deviation, ATTESTED), attested]);
    const { fmt, attStmt } = deviation.statement ?? { fmt: 'none', attStmt: new Map() };
    const object = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
      ['fmt', fmt],
      ['attStmt', attStmt as Map<string, never>],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: encoded(this.id),
      rawId: encoded(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: encoded(this.#clientData('webauthn.create', options, deviation)),
        attestationObject: encoded(Buffer.from(isoCBOR.encode(object))),
        transports: ['internal', 'unheard-of'],
      },
      clientExtensionResults: { credProps: { rk: true } },
      authenticatorAttachment: 'platform',
    };
  }

  /** `navigator.credentials.get()`, as the standard's JSON. */
  get(options: Options, deviation: Deviation = {}) {
    this.counter = deviation.counter ?? this.counter + 1;
    const clientData = this.#clientData('webauthn.get', options, deviation);
    const authData = this.#authData(options, deviation, 0);
    const { privateKey } = deviation.isForged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : this.#keys;
    const signature = sign('sha256', Buffer.concat([authData, hash(clientData)]), privateKey);
    return {
      id: encoded(this.id),
      rawId: encoded(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(authData),
        signature: encoded(signature),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
      clientExtensionResults: {},
    };
  }

  #clientData(asked: string, options: Options, deviation: Deviation): string {
    const { type = asked, challenge = options.challenge, origin = this.origin, crossOrigin } = deviation;
    return JSON.stringify({ type, challenge, origin, crossOrigin: crossOrigin ?? false });
  }

  #authData(options: Options, deviation: Deviation, more: number): Buffer {
    const rpId = deviation.rpId ?? options.rp?.id ?? options.rpId ?? '';
    const flags = PRESENT | (deviation.isVerified === false ? 0 : VERIFIED) | more;
    return Buffer.concat([hash(rpId), uint(flags, 1), uint(this.counter, 4)]);
  }
}
