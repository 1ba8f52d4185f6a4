/** What mails are limited by themselves: what one kind causes leaves no other without room (decision 427). */
export const MAIL_SHARES = ['invitation', 'order', 'notice', 'report'] as const;
export type MailShare = (typeof MAIL_SHARES)[number];

/** Mails of each share within an hour to an address, and within a day for a business. */
export const MAIL_LIMITS: Record<MailShare, { hour: number; day: number }> = {
  invitation: { hour: 20, day: 200 },
  order: { hour: 10, day: 100 },
  notice: { hour: 10, day: 100 },
  report: { hour: 10, day: 100 },
};

/** Mails within an hour that one business may cause to an address of another. */
export const CAUSED_PER_HOUR = 5;
/** Mails of invitations to an address, from any business, that never accepts one. */
export const INVITED_EVER = 30;
