'use client';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { showError } from '@/components/forms/show-error';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/skeleton';
import type { ContactPerson } from '@/server/features/entities/relationships/schema';

const ContactForm = lazy(() => import('./contact-form').then((m) => ({ default: m.ContactForm })));

/** Most that the server keeps of one partner. */
const MOST = 20;
const LINK = 'rounded-sm text-link underline-offset-4 hover:underline wrap-anywhere';

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
  // The place of the one that is being edited; after the last for a new one.
  const [editing, setEditing] = useState<number | null>(null);
  const form = (place: number) => (
    <Suspense fallback={<Skeleton className="my-3 h-40" />}>
      <ContactForm
        contact={contacts[place]}
        onCancel={() => setEditing(null)}
        onSave={async (changed) => {
          await onSave([...contacts.slice(0, place), changed, ...contacts.slice(place + 1)]);
          setEditing(null);
        }}
      />
    </Suspense>
  );
  const remove = (place: number) =>
    onSave(contacts.filter((_, index) => index !== place)).catch((error) =>
      showError("Couldn't remove the contact", error),
    );
  return (
    <Card
      title="Contacts"
      action={
        editable &&
        contacts.length < MOST && (
          <Button size="sm" onClick={() => setEditing(contacts.length)}>
            <Plus aria-hidden />
            Add contact
          </Button>
        )
      }
    >
      {contacts.length === 0 && editing === null && <p className="text-muted">No contacts yet.</p>}
      <ul aria-label={`Contacts at ${name}`} className="-my-2 divide-y divide-border">
        {contacts.map((contact, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and nothing else tells them apart
          <li key={place}>
            {editing === place ? (
              form(place)
            ) : (
              <Person
                contact={contact}
                acts={
                  editable && {
                    onEdit: () => setEditing(place),
                    onRemove: () => void remove(place),
                  }
                }
              />
            )}
          </li>
        ))}
        {editing === contacts.length && <li>{form(editing)}</li>}
      </ul>
    </Card>
  );
}

function Person({
  contact: { name, role, email, phone },
  acts,
}: {
  contact: ContactPerson;
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
          <IconButton icon={Pencil} size="sm" label={`Edit ${name}`} onClick={acts.onEdit} />
          <IconButton icon={Trash2} size="sm" label={`Remove ${name}`} onClick={acts.onRemove} />
        </span>
      )}
    </div>
  );
}
