'use client';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { IconButton } from '@/components/ui/base/icon-button';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showError } from '@/components/ui/forms/show-error';
import type { ContactPerson } from '@/server/features/entities/relationships/schema';

const ContactForm = lazy(() => import('./contact-form').then((m) => ({ default: m.ContactForm })));

/** Most that the server keeps of one partner. */
const MOST = 20;
const LINK =
  'inline-flex min-h-6 items-center rounded-sm text-link underline-offset-4 hover:underline wrap-anywhere';

/** The people at a customer or a supplier, changed where they stand. @param onSave takes all of them and rejects with the server's error */
export function Contacts({
  partner: { name, contacts },
  editable,
  onSave,
}: {
  partner: { name: string; contacts: readonly ContactPerson[] };
  editable: boolean;
  onSave: (contacts: ContactPerson[]) => Promise<unknown>;
}) {
  const [editing, setEditing] = useState<ContactPerson | 'new' | null>(null);
  const [saving, setSaving] = useState(false);
  // Others may change the list meanwhile: what is edited is found again by what it was, or becomes a new one at the end.
  const found = contacts.findIndex((contact) => editing !== 'new' && isSame(contact, editing));
  const place = found >= 0 ? found : contacts.length;
  const rows = editing && place === contacts.length ? [...contacts, null] : contacts;
  const put = (changed: ContactPerson) =>
    onSave([...contacts.slice(0, place), changed, ...contacts.slice(place + 1)]);
  const remove = async (index: number) => {
    setSaving(true);
    try {
      await onSave(contacts.filter((_, at) => at !== index));
    } catch (error) {
      await showError("Couldn't remove the contact", error);
    }
    setSaving(false);
  };
  return (
    <Card
      title="Contacts"
      action={
        editable &&
        contacts.length < MOST && (
          <Button size="sm" disabled={editing !== null || saving} onClick={() => setEditing('new')}>
            <Plus aria-hidden />
            Add contact
          </Button>
        )
      }
    >
      {rows.length === 0 && <p className="text-muted">No contacts yet.</p>}
      <ul aria-label={`Contacts at ${name}`} className="-my-2 divide-y divide-border">
        {rows.map((contact, index) =>
          contact === null || (editing && index === place) ? (
            <li key="form">
              <Suspense fallback={<Skeleton className="my-3 h-40" />}>
                <ContactForm
                  {...(contact && { contact })}
                  onCancel={() => setEditing(null)}
                  onSave={async (changed) => {
                    await put(changed);
                    setEditing(null);
                  }}
                />
              </Suspense>
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and nothing else tells them apart
            <li key={index}>
              <Person
                contact={contact}
                busy={editing !== null || saving}
                acts={
                  editable && {
                    onEdit: () => setEditing(contact),
                    onRemove: () => void remove(index),
                  }
                }
              />
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

function isSame(one: ContactPerson, other: ContactPerson | null): boolean {
  const textOf = ({ name, role, email, phone }: ContactPerson) => JSON.stringify([name, role, email, phone]);
  return other !== null && textOf(one) === textOf(other);
}

function Person({
  contact: { name, role, email, phone },
  busy,
  acts,
}: {
  contact: ContactPerson;
  /** Another one is being changed: the list is sent as a whole. */
  busy: boolean;
  acts: false | { onEdit: () => void; onRemove: () => void };
}) {
  return (
    <div className="flex items-start justify-between gap-2 py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">
          {name}
          {role && <span className="font-normal text-muted"> · {role}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm">
          {email && (
            <a href={`mailto:${email}`} className={LINK}>
              {email}
            </a>
          )}
          {phone && (
            <a href={`tel:${phone}`} className={LINK}>
              {phone}
            </a>
          )}
        </p>
      </div>
      {acts && (
        <span className="flex shrink-0">
          <IconButton icon={Pencil} size="sm" label={`Edit ${name}`} disabled={busy} onClick={acts.onEdit} />
          <IconButton
            icon={Trash2}
            size="sm"
            label={`Remove ${name}`}
            disabled={busy}
            onClick={acts.onRemove}
          />
        </span>
      )}
    </div>
  );
}
