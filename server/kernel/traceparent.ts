/** A place in a trace, as W3C's trace context names it. */
export interface TracePlace {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
  isSampled: boolean;
}

/** Version 00 as it is written, and later ones as far as this one reaches into them. */
const PATTERN = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-[\x21-\x7e]{0,400})?$/;

/** @returns null for a header that is absent, sent twice or malformed: a request then begins a trace of its own */
export function readTraceparent(header: string | null | undefined): TracePlace | null {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = PATTERN.exec(header ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceparent({ traceId, spanId, isSampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;
}
