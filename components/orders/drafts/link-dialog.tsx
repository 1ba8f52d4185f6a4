'use client';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/base/button';
import { CopyButton } from '@/components/ui/base/copy-button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showDone } from '@/components/ui/base/toast';
import { formatDate } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';

/** Makes the link to a quote and shows it, once; it can be ended here, too. */
export function LinkDialog({ draftId, onClose }: { draftId: string; onClose: () => void }) {
  const { mutate, data, error } = trpc.drafts.link.useMutation();
  const end = trpc.drafts.unlink.useMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ id: draftId });
  }, [mutate, draftId]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Link to this quote"
      description="Who has the link sees this quote without signing in. An earlier link has ended."
      footer={
        <>
          {data && (
            <Button
              className="mr-auto"
              pending={end.isPending}
              onClick={() =>
                end.mutate(
                  { id: draftId },
                  {
                    onSuccess: () => {
                      showDone('Link ended');
                      onClose();
                    },
                  },
                )
              }
            >
              End link
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <FormAlert message={errorTextOf(error ?? end.error)} />
      {data ? (
        <Field
          label="Link"
          hint={`Shows the quote until ${formatDate(data.valid_until)}, or until it is withdrawn. You won't see the link again.`}
        >
          <span className="flex gap-2">
            <Input readOnly value={data.url} onFocus={(event) => event.target.select()} />
            <CopyButton text={data.url} what="link" />
          </span>
        </Field>
      ) : (
        !error && <Skeleton className="h-16 w-full" />
      )}
    </Dialog>
  );
}
