'use client';
import { useState } from 'react';
import { useMembers } from '@/components/business/team/use-members';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { showError } from '@/components/ui/forms/show-error';

/** A choice needs a value. */
const NO_ONE = 'none';

/** The member who looks after a customer or a supplier. @param onSave rejects with the server's error */
export function Representative({
  partner: { representative_id: id, representative_name: name },
  editable,
  onSave,
}: {
  partner: { representative_id: string | null; representative_name: string | null };
  editable: boolean;
  onSave: (representativeId: string | null) => Promise<unknown>;
}) {
  const members = useMembers();
  const [saving, setSaving] = useState<string | null>(null);
  // Until the team is there, and where it never is.
  const known = !id || members.some(({ value }) => value === id);
  const present = known ? [] : [{ value: id, label: name ?? '' }];
  const save = async (chosen: string) => {
    setSaving(chosen);
    try {
      await onSave(chosen === NO_ONE ? null : chosen);
    } catch (error) {
      await showError("Couldn't save the representative", error);
    }
    setSaving(null);
  };
  return (
    <Card>
      {editable ? (
        <Field label="Representative" hint="Handles this account for your business.">
          <Select
            options={[{ value: NO_ONE, label: 'None' }, ...present, ...members]}
            value={saving ?? id ?? NO_ONE}
            onValueChange={(chosen) => void save(chosen)}
          />
        </Field>
      ) : (
        <>
          <h2 className="text-muted text-sm">Representative</h2>
          <p className="mt-0.5">{name ?? 'None'}</p>
        </>
      )}
    </Card>
  );
}
