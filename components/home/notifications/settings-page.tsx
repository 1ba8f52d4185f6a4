'use client';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { PageHeader } from '@/components/ui/base/page-header';
import { Select } from '@/components/ui/base/select';
import { Switch } from '@/components/ui/base/switch';
import { MailOff } from '@/components/ui/forms/mail-off';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { KIND_NAMES, type MailChoice, type NoticeKind } from '@/server/kernel/notices';
import type { Preference, Preferences } from './types';

const MAIL_OPTIONS: { value: MailChoice; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'at_once', label: 'Immediately' },
  { value: 'daily', label: 'Daily digest' },
];

const ABOUT: Record<NoticeKind, string> = {
  new_order: 'A customer places an order.',
  order_placed: 'What you order, by email to you; or a supplier enters an order for your business.',
  order_request_received: 'A shop asks for an order from a menu of yours.',
  order_moved: 'The other business accepts, ships, delivers or cancels an order.',
  comment: 'Another member or the other business comments on an order.',
  backorder_ready: 'Goods that a customer has on backorder can be sold.',
  quote_received: 'A supplier sends you a quote.',
  remittance: 'A customer says that it sent money, or a supplier records or declines what you sent.',
  dispute: 'Lines of an invoice are disputed, or a dispute is credited, declined or withdrawn.',
  low_stock: 'Available stock falls below your threshold at one of your locations.',
  expiration: 'A license or a batch in stock expires soon.',
  recall: 'A batch that you have or had is recalled.',
  sync_failed: 'A sync with your POS fails.',
  integration_failing: 'A connection with another system, such as LeafLink, stops working.',
  webhook_disabled: 'An endpoint is disabled because deliveries fail.',
  connection_requested: 'Another business wants to connect.',
  connection_accepted: 'A business that you asked or invited connects with you.',
  partner_license_changed:
    'A customer’s license says something else: its number, state, market or expiration.',
  partner_renamed: 'A business that you are connected with changes its name.',
  claim_waiting:
    'A person says that a customer you entered is theirs, or a seller has your business as its customer.',
  follow_up: 'A follow-up of a customer or supplier that is assigned to you is due.',
  menu: 'A menu isn’t mailed as scheduled, or its passcode is guessed.',
  new_device: 'A new browser or program signs in to your account.',
  security_change: 'Your password or two-factor authentication changes.',
};

/** On a phone what it is about has a line of its own above both switches. */
const ROW =
  'grid grid-cols-[1fr_auto_9.5rem] items-center gap-x-4 gap-y-2 px-4 sm:grid-cols-[1fr_2.5rem_9.5rem] sm:px-5';

/** Which notifications the member gets, and where. Each change is saved at once. */
export function NotificationSettingsPage({ first }: { first: Preferences }) {
  const { isMailOff } = useViewer();
  const { data = first } = trpc.notifications.preferences.useQuery({});
  const update = trpc.notifications.updatePreferences.useMutation({
    onError: (error) => void showError("Couldn't save your choice", error),
  });
  const sent = update.isPending ? update.variables : undefined;
  const saving = sent?.preferences?.[0];
  const shown = data.preferences.map((one) =>
    saving?.kind === one.kind
      ? { ...one, bell: saving.bell ?? one.bell, mail: saving.mail ?? one.mail }
      : one,
  );
  const save = (kind: NoticeKind, change: Partial<Pick<Preference, 'bell' | 'mail'>>) =>
    update.mutate({ preferences: [{ kind, ...change }] });
  return (
    <div className="max-w-4xl">
      <PageHeader title="Notifications" />
      {isMailOff && <MailOff what="every email" />}
      <Card flush className="mt-3">
        <div
          aria-hidden
          className={`${ROW} border-border border-b py-2.5 font-medium text-muted text-sm max-sm:hidden`}
        >
          <span>Notification</span>
          <span>Bell</span>
          <span>Email</span>
        </div>
        <ul aria-label="Notifications" className="divide-y divide-border">
          {shown.map(({ kind, bell, mail, required }) => (
            <li key={kind} className={`${ROW} py-3`}>
              <div className="max-sm:col-span-3">
                <p className="font-medium">{KIND_NAMES[kind]}</p>
                <p className="text-muted text-sm">{ABOUT[kind]}</p>
              </div>
              <span aria-hidden className="text-muted text-sm sm:hidden">
                Bell and email
              </span>
              <Switch
                aria-label={`${KIND_NAMES[kind]}: bell`}
                checked={bell}
                onCheckedChange={(checked) => save(kind, { bell: checked })}
              />
              {required ? (
                <span className="text-muted text-sm">Always sent</span>
              ) : (
                <Select
                  aria-label={`${KIND_NAMES[kind]}: email`}
                  options={MAIL_OPTIONS}
                  value={mail}
                  onValueChange={(chosen) => save(kind, { mail: chosen })}
                />
              )}
            </li>
          ))}
        </ul>
      </Card>
      {shown.some(({ kind }) => kind === 'new_order') && (
        <Field label="Show order totals in email subjects" layout="inline" className="mt-4">
          <Switch
            checked={sent?.amounts_in_subjects ?? data.amounts_in_subjects}
            onCheckedChange={(checked) => update.mutate({ amounts_in_subjects: checked })}
          />
        </Field>
      )}
      <p className="mt-3 text-muted text-sm">
        The daily digest is sent at 8 AM in the timezone of your business. Notifications are kept for 90 days.
      </p>
    </div>
  );
}
