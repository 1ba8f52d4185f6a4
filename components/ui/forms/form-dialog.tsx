'use client';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Form } from './form';
import { useLeaving } from './use-leaving';
import type { ServerForm } from './use-server-form';

/** A form in a dialog: its submit button in the footer, and a question before what was typed is thrown away. */
export function FormDialog<Values extends FieldValues>({
  form,
  title,
  description,
  size,
  submitLabel,
  disabled = false,
  destructive = false,
  onClose,
  children,
}: {
  form: ServerForm<Values>;
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  submitLabel: string;
  disabled?: boolean;
  /** Colors the submit button as an act that takes something away. */
  destructive?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { leave, question } = useLeaving({ touched: form.dirty, pending: form.pending, onClose });
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={title}
        description={description}
        size={size}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button
              type="submit"
              form={form.formId}
              variant={destructive ? 'destructive' : 'primary'}
              disabled={disabled}
              pending={form.pending}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <Form form={form}>{children}</Form>
      </Dialog>
      {question}
    </>
  );
}
