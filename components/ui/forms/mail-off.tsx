import { MailX } from 'lucide-react';

/** Says in a form that what it mails won't arrive. @param what is kept instead, such as "the invitation" */
export function MailOff({ what }: { what: string }) {
  return (
    <p
      role="note"
      className="flex items-start gap-2 rounded-lg bg-tint-warning px-3 py-2 text-on-tint-warning text-sm"
    >
      <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        Mail is off: this server keeps {what} in its folder DATA_DIR/mail. Ask its operator to set SMTP_URL.
      </span>
    </p>
  );
}
