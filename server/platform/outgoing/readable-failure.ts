const UNTRUSTED = 'The certificate is not trusted';
const UNREACHABLE = 'The address cannot be reached';

/** By the codes of Node, OpenSSL and the guard. */
const PHRASES: Record<string, string> = {
  not_public: 'The address is not public',
  TARGET_NOT_PUBLIC: 'The address is not public',
  https_required: 'The address is not https',
  invalid_url: 'The address is not valid',
  too_long: 'The address is not valid',
  has_credentials: 'The address is not valid',
  has_fragment: 'The address is not valid',
  ENOTFOUND: 'The name does not resolve',
  ECONNREFUSED: 'Connection refused',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  INVALID_CA: UNTRUSTED,
  INVALID_PURPOSE: UNTRUSTED,
};

/** Describes why an attempt got no complete response, as a short phrase for the receiver's operators. */
export function readableFailure(error: unknown, hasStatus: boolean): string {
  const code = String((error as { code?: unknown }).code);
  const phrase = PHRASES[code];
  if (phrase) return phrase;
  if (hasStatus) return 'The connection was closed before the response ended';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was closed without a response';
  if (code.startsWith('HPE_')) return 'The response is not HTTP';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'The secure connection could not be set up';
  return 'The request could not be sent';
}
