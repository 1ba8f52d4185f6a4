import type { Db } from '../../../platform/db/client';
import { OutgoingError, type OutgoingResponse, sendRequest } from '../../../platform/outgoing/request';
import { parseRetryAfter } from '../../../platform/outgoing/retry-after';
import { waitForSecond } from '../../../platform/rate-limit/per-second';
import type { VendorHosts } from '../../integrations/hosts';
import { VendorError } from '../../integrations/vendor-error';
import type { Environment } from '../words';

/** Bytes of a response, and ms of a request. */
const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
/** Reads a second: four fifths of what the state allows a license, and a vendor key. */
const READS_OF_LICENSE = 40;
const READS_OF_KEY = 120;
/** Rows of a page: the most that the state gives. */
export const PAGE = 20;

/** What requests to a license need besides the license. */
export interface MetrcEnvironment {
  db: Db;
  vendorHosts: VendorHosts;
  metrcKeys: Readonly<Record<string, string>>;
}

/** A license, and how it is reached. */
export interface License {
  number: string;
  state: string;
  environment: Environment;
  userKey: string;
}

export interface MetrcRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Without the license, which each request names. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** A complete response. */
export interface MetrcAnswer {
  status: number;
  /** Undefined where it isn't JSON; null where it is empty. */
  json: unknown;
  /** When a 429 allows the next request. */
  retryAfter: Date | null;
}

/** No complete response came. */
export class NoAnswer extends Error {
  /** @param sent false when certainly nothing was sent */
  constructor(
    message: string,
    readonly sent: boolean,
    readonly rejected: boolean,
  ) {
    super(message);
  }
}

export const keyName = (state: string, environment: Environment) =>
  environment === 'sandbox' ? `${state}-sandbox` : state;

function originOf(hosts: VendorHosts, { state, environment }: License): string {
  if (hosts.metrc !== undefined) return hosts.metrc;
  return `https://${environment === 'sandbox' ? 'sandbox-' : ''}api-${state}.metrc.com`;
}

/**
 * Sends one request for a license. Reads wait for the pace of the state; writes go over a connection of their own.
 * @throws NoAnswer without a complete response, VendorError `vendor_misconfigured` without a vendor key
 */
export async function ask(
  { db, vendorHosts, metrcKeys }: MetrcEnvironment,
  license: License,
  { method, path, query = {}, body }: MetrcRequest,
): Promise<MetrcAnswer> {
  const name = keyName(license.state, license.environment);
  const vendorKey = metrcKeys[name];
  if (vendorKey === undefined) {
    throw new VendorError('vendor_misconfigured', 'The operator has no key of Metrc for this state.');
  }
  if (method === 'GET') {
    await waitForSecond(db, {
      [`metrc:license:${name}:${license.number}`]: READS_OF_LICENSE,
      [`metrc:key:${name}`]: READS_OF_KEY,
    });
  }
  const url = `${originOf(vendorHosts, license)}${path}?${new URLSearchParams({ ...query, licenseNumber: license.number })}`;
  const policy = { allowLoopback: vendorHosts.metrc !== undefined };
  const authorization = `Basic ${Buffer.from(`${vendorKey}:${license.userKey}`).toString('base64')}`;
  const response = await sendRequest(policy, {
    ...{ method, url, headers: { authorization }, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
    fresh: method !== 'GET',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error) => {
    if (!(error instanceof OutgoingError)) throw error;
    throw new NoAnswer(`Metrc can't be reached: ${error.message}.`, error.sent, error.rejected);
  });
  return answerOf(response);
}

function answerOf({ status, headers, bytes }: OutgoingResponse): MetrcAnswer {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const retryAfter = status === 429 ? parseRetryAfter(headers['retry-after'], new Date()) : null;
  return { status, json: text.trim() === '' ? null : jsonIn(text), retryAfter };
}

/** PostgreSQL stores neither U+0000 nor half of a character. */
const storable = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text, storable);
  } catch {
    return undefined;
  }
}

/**
 * Reads for a license.
 * @returns null for 404
 * @throws VendorError
 */
export async function read(
  environment: MetrcEnvironment,
  license: License,
  path: string,
  query: Record<string, string> = {},
): Promise<unknown> {
  const answer = await ask(environment, license, { method: 'GET', path, query }).catch((error) => {
    if (!(error instanceof NoAnswer)) throw error;
    throw new VendorError(error.rejected ? 'vendor_misconfigured' : 'vendor_unavailable', error.message);
  });
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw faultOf(answer);
  if (answer.json === undefined) {
    throw new VendorError('vendor_protocol', "The response of Metrc can't be read: It is not JSON.");
  }
  return answer.json;
}

/** What a response says of a read that failed. */
export function faultOf({ status, retryAfter }: MetrcAnswer): VendorError {
  if (status === 401) {
    return new VendorError('vendor_unauthorized', 'Metrc rejected the keys. Enter the user key again.');
  }
  if (status === 403) {
    return new VendorError('vendor_misconfigured', 'The user key may not do this in Metrc.');
  }
  if (status === 429) {
    return new VendorError('vendor_rate_limited', 'Metrc limits the rate of requests.', retryAfter);
  }
  if (status >= 500) return new VendorError('vendor_unavailable', `Metrc responded with ${status}.`);
  if (status >= 300 && status < 400) {
    return new VendorError('vendor_protocol', "Metrc responded with a redirect, which isn't followed.");
  }
  return new VendorError('vendor_misconfigured', `Metrc responded with ${status}.`);
}
