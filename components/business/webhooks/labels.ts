import type { Attempt, Delivery, Endpoint } from './types';

/** Why an endpoint is disabled, and what to do about it. */
export const DISABLED: Record<NonNullable<Endpoint['disabled_reason']>, { short: string; long: string }> = {
  failing: {
    short: 'Disabled: failing',
    long: 'Every attempt failed for five days, so delivery stopped. Fix the endpoint, enable it, then replay failed deliveries.',
  },
  gone: {
    short: 'Disabled: gone',
    long: 'It responded with 410 Gone, so delivery stopped. If that was a mistake, enable it, then replay failed deliveries.',
  },
  manual: {
    short: 'Disabled',
    long: 'A member of your business disabled it. No events are sent until it is enabled.',
  },
};

export const STATUS: Record<Delivery['status'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const KIND: Record<Attempt['kind'], string> = {
  scheduled: 'Scheduled',
  manual: 'Replay',
  test: 'Test',
};

/** The result of an attempt: "503", or why there was no response. */
export function outcomeOf({ status_code, error }: Attempt): string {
  return status_code === null ? (error ?? 'No response') : String(status_code);
}

/** Only 2xx counts (decision 66). */
export function arrived({ status_code }: Attempt): boolean {
  return status_code !== null && status_code >= 200 && status_code < 300;
}

/** The name of an endpoint in a sentence: its host, for an address can be long. */
export function hostOf({ url }: Pick<Endpoint, 'url'>): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
