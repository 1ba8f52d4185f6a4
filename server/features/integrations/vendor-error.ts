// Other features import this file.
/** Faults of a vendor: the first three are tried again, the others ask a member. */
export const VENDOR_FAULTS = [
  'vendor_unavailable',
  'vendor_rate_limited',
  'vendor_protocol',
  'vendor_unauthorized',
  'vendor_misconfigured',
] as const;
export type VendorFault = (typeof VENDOR_FAULTS)[number];

const ASKING: readonly VendorFault[] = ['vendor_unauthorized', 'vendor_misconfigured'];

/** A failure of a vendor's API. The message is for the member who reads it and holds nothing that the vendor sent. */
export class VendorError extends Error {
  /** @param retryAfter earliest retry that the vendor asked for */
  constructor(
    readonly code: VendorFault,
    message: string,
    readonly retryAfter: Date | null = null,
  ) {
    super(message);
  }

  /** Whether a retry repeats it. */
  get lasting(): boolean {
    return ASKING.includes(this.code);
  }
}

/** Several companies have the credentials: the configuration has to name one. */
export class CompanyRequired extends VendorError {
  constructor(readonly companies: ReadonlyArray<{ slug: string; name: string }>) {
    super(
      'vendor_misconfigured',
      'These credentials reach several companies. Choose one of them as company_slug.',
    );
  }
}
