'use client';
import { Plus, X } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { FaultText } from '@/components/ui/base/fault-text';
import { IconButton } from '@/components/ui/base/icon-button';
import { TextField } from '@/components/ui/forms/text-field';
import { MOST_EXTERNAL_IDS } from './values';

const ABOUT = 'Such as accounting or a marketplace. Only your business sees them.';

function useIds() {
  const { control, formState } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: 'external_ids' });
  const fault = formState.errors.external_ids;
  const message = fault?.root?.message ?? fault?.message;
  return {
    fields,
    remove,
    message: typeof message === 'string' ? message : undefined,
    add: fields.length < MOST_EXTERNAL_IDS && (
      <Button size="sm" onClick={() => append({ system: '', value: '' })}>
        <Plus aria-hidden />
        Add id
      </Button>
    ),
  };
}

/** What the business's other systems call an object, as a card of its form. */
export function ExternalIdsCard() {
  const ids = useIds();
  return (
    <Card title="Ids in other systems" description={ABOUT} action={ids.add}>
      <Rows {...ids} />
    </Card>
  );
}

/** The same in a dialog. */
export function ExternalIdFields() {
  const ids = useIds();
  return (
    <>
      <p className="text-muted">{ABOUT}</p>
      <Rows {...ids} />
      <div>{ids.add}</div>
    </>
  );
}

function Rows({ fields, message, remove }: Omit<ReturnType<typeof useIds>, 'add'>) {
  return (
    <>
      {fields.length === 0 && <p className="text-muted">No ids yet.</p>}
      <FaultText message={message} className="mb-3" />
      <ul className="flex flex-col gap-3">
        {fields.map((field, index) => (
          <li key={field.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-start gap-3">
            <TextField
              name={`external_ids.${index}.system`}
              label="System"
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              name={`external_ids.${index}.value`}
              label="Id"
              autoComplete="off"
              spellCheck={false}
            />
            <span className="pt-6">
              <IconButton icon={X} label={`Remove id ${index + 1}`} onClick={() => remove(index)} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
