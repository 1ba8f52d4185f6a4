// Pages and other features import this file.

/** What a seller sets; an active menu whose last day is over is expired. */
export const MENU_SETTABLE = ['active', 'off'] as const;
export const MENU_STATUSES = [...MENU_SETTABLE, 'expired'] as const;

export const PRICES_SHOWN = ['shown', 'hidden'] as const;
export const GOODS_CHOICES = ['all', 'chosen'] as const;
export const AVAILABILITIES = ['exact', 'levels', 'hidden'] as const;

/** A request as it is stored: the seller sees it once its asker has confirmed it. */
export const REQUEST_STATUSES = [
  'unconfirmed',
  'waiting',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
/** What the seller sees of them. */
export const SEEN_REQUESTS = REQUEST_STATUSES.filter((status) => status !== 'unconfirmed');
export type SeenStatus = Exclude<RequestStatus, 'unconfirmed'>;

/** Where a request goes from each status; any other move is rejected. */
export const REQUEST_MOVES: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  unconfirmed: ['waiting'],
  waiting: ['accepted', 'declined', 'withdrawn', 'expired'],
  accepted: [],
  declined: [],
  withdrawn: [],
  expired: [],
};

/** A recipient waits until it is decided whether its mail leaves, and is queued until it has left. */
export const RECIPIENT_STATUSES = ['waiting', 'queued', 'sent', 'skipped'] as const;
export const OPEN_RECIPIENTS = ['waiting', 'queued'] as const satisfies ReadonlyArray<
  (typeof RECIPIENT_STATUSES)[number]
>;
export const SKIP_REASONS = ['unsubscribed', 'limit', 'no_email', 'bounced'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
