import { expect, test } from 'vitest';
import { digestMessage, notificationMessage } from '../../../server/features/notifications/message';

const TO = {
  email: 'alex@shop.example',
  name: 'Alex',
  business: 'retailer',
  company: 'Corner Dispensary',
} as const;
const LINKS = { publicUrl: 'https://tallyleaf.example', unsubscribe: null };
const row = (summary: string, name: string) => ({
  id: 'a',
  kind: 'comment' as const,
  summary,
  object_type: 'order' as const,
  object_id: '0199a0d0-0000-7000-8000-000000000000',
  object_name: name,
  count: 1,
  total: 1,
  partner: null,
  total_cents: null,
  confirmed: null,
});
const STRANGER = 'Your account is locked: https://evil.example/login or call@evil.example';

test('what strangers write into names and comments makes no link in the mail of a notification', async () => {
  const single = await notificationMessage(row(`${STRANGER} wants to connect with you`, STRANGER), TO, LINKS);
  const digest = await digestMessage([row(`${STRANGER} wants to connect with you`, STRANGER)], TO, LINKS);
  for (const { subject, text, html } of [single, digest]) {
    for (const part of [subject, text, html ?? '']) {
      expect(part).not.toMatch(/evil\.example|https:\/\/evil|call@/);
    }
    expect(text).toContain('https[:]//evil[.]example/login or call[at]evil[.]example');
    expect(text).toContain('https://tallyleaf.example/');
  }
});
