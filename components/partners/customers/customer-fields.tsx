'use client';
import type { ReactNode } from 'react';
import { AddressFields } from '@/components/business/locations/address-fields';
import { Card } from '@/components/ui/base/card';
import { TextField } from '@/components/ui/forms/text-field';

const PAIR = 'grid items-start gap-4 sm:grid-cols-2';

/** The profile of a customer that its seller manages. @param more what else the form asks for, beside the name; `after` at the end of the card, `contact` with the contact */
export function CustomerFields({
  more,
  after,
  contact,
}: {
  more?: ReactNode;
  after?: ReactNode;
  contact?: ReactNode;
}) {
  return (
    <>
      <Card title="Business">
        <div className={PAIR}>
          <TextField name="name" label="Name" required autoComplete="off" autoFocus={!after} />
          {more}
          <TextField
            name="license_number"
            label="License number"
            required
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            name="license_expiry"
            label="License expires (optional)"
            hint="Leave empty if it doesn't expire."
            type="date"
            autoComplete="off"
          />
          {after}
        </div>
      </Card>
      <Card title="Address" description="Also its first location, where orders are delivered.">
        <AddressFields />
      </Card>
      <Card title="Contact">
        <div className={PAIR}>
          <TextField name="email" label="Email (optional)" type="email" autoComplete="off" />
          <TextField name="phone" label="Phone (optional)" type="tel" autoComplete="off" />
          {contact}
        </div>
      </Card>
    </>
  );
}
