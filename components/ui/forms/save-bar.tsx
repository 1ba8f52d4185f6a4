'use client';
import type { FieldValues } from 'react-hook-form';
import { Button } from '@/components/ui/base/button';
import { LeaveGuard } from './leave-guard';
import type { ServerForm } from './use-server-form';

/** Appears at the foot of the window while a form has changes, and asks before they are left behind. */
export function SaveBar<Values extends FieldValues>({
  form: { form, formId, dirty, pending },
}: {
  form: ServerForm<Values>;
}) {
  return (
    <>
      <LeaveGuard active={dirty && !pending} />
      {dirty && (
        <section
          aria-label="Unsaved changes"
          className="fade-in-0 slide-in-from-bottom-2 sticky bottom-4 z-30 max-md:bottom-18 mt-4 flex animate-in flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border bg-raised py-2 pr-2 pl-4 shadow-lg duration-150 print:hidden"
        >
          <p className="font-medium">Unsaved changes</p>
          <div className="flex gap-2">
            <Button onClick={() => form.reset()} disabled={pending}>
              Discard
            </Button>
            <Button type="submit" form={formId} variant="primary" pending={pending}>
              Save
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
