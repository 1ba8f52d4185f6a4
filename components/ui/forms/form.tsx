'use client';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { cn } from '@/components/ui/base/class-names';
import { useHydrated } from '@/components/ui/base/use-hydrated';
import { FormAlert } from './form-alert';
import { useLateBlur } from './use-late-blur';
import type { ServerForm } from './use-server-form';

/**
 * The form around its fields, which find their values in it by name. `method` keeps a password out of the address
 * should it be sent before the page has come alive; with `locked` nothing can be typed until then.
 */
export function Form<Values extends FieldValues>({
  form: { form, formId, submit, error },
  locked = false,
  className = 'flex flex-col gap-4',
  onKeyDown,
  children,
}: {
  form: ServerForm<Values>;
  locked?: boolean;
  className?: string;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  const keepBlur = useLateBlur();
  const body = (
    <>
      <FormAlert message={error} />
      {children}
    </>
  );
  return (
    <FormProvider {...form}>
      <form
        id={formId}
        onSubmit={(event) => void submit(event)}
        onBlurCapture={keepBlur}
        onKeyDown={onKeyDown}
        method="post"
        noValidate
        className={locked ? undefined : className}
      >
        {locked ? (
          <fieldset
            disabled={!hydrated}
            // For that moment it looks as it will: no flash of gray.
            className={cn(
              className,
              '[&_:disabled]:cursor-auto! [&_:disabled]:bg-surface! [&_:disabled]:opacity-100!',
            )}
          >
            {body}
          </fieldset>
        ) : (
          body
        )}
      </form>
    </FormProvider>
  );
}
