/** What mails are limited by themselves: what one kind causes leaves no other without room (decision 427). */
export const MAIL_SHARES = [
  'invitation',
  'order',
  'notice',
  'report',
  'outreach',
  'request',
  'menu',
] as const;
export type MailShare = (typeof MAIL_SHARES)[number];

/** Mails of each share within an hour to an address, and within a day for a business. */
export const MAIL_LIMITS: Record<MailShare, { hour: number; day: number }> = {
  invitation: { hour: 20, day: 200 },
  order: { hour: 10, day: 100 },
  notice: { hour: 10, day: 100 },
  report: { hour: 10, day: 100 },
  outreach: { hour: 10, day: 2_000 },
  request: { hour: 10, day: 2_000 },
  menu: { hour: 5, day: 2_000 },
};

/**
 * Recipients within a day of what a business sends to contacts of its customers, by hand and by jobs (decision 906): while the operator
 * hasn't verified its license; and of any business before further mails leave one at a time.
 */
export const UNVERIFIED_RECIPIENTS = 20;
export const RECIPIENTS_AT_ONCE = 200;
/** Pause between mails beyond that: 1,920 a day. */
export const SPREAD_SECONDS = 45;

/** Mails within an hour that one business may cause to an address of another. */
export const CAUSED_PER_HOUR = 5;
/** Mails of invitations to an address, from any business, that never accepts one. */
export const INVITED_EVER = 30;
