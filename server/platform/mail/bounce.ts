/**
 * The status with which a mail server rejected a recipient for good (SMTP 5xx of RCPT or DATA); null for any other failure, which a
 * retry may overcome.
 */
export function bouncedStatus(error: unknown): number | null {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  if (code === 'EAUTH' || code === 'ECONNECTION' || typeof responseCode !== 'number') return null;
  return responseCode >= 500 && responseCode <= 599 ? responseCode : null;
}
