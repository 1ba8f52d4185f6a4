'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { type FieldOf, focusFirstError, showServerErrors } from './server-errors';

type Schema<Values extends FieldValues> = Parameters<
  typeof standardSchemaResolver<Values, unknown, Values>
>[0];

export type ServerForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  formId: string;
  /** Resolves to true once the server has accepted it. */
  submit: (event?: React.BaseSyntheticEvent) => Promise<boolean>;
  /** From the first submit to its end; for good once `onSubmit` has said `leaving`. */
  pending: boolean;
  dirty: boolean;
  /** What is wrong with the form as a whole. */
  error: string | undefined;
};

/**
 * A form whose values a schema checks on blur, then on change, and that is sent once however often it is submitted. An
 * error of the server appears at its field, any other above the form; the first field in error gets the focus.
 */
export function useServerForm<Values extends FieldValues>({
  schema,
  defaultValues,
  values,
  mode = 'onTouched',
  fieldOf,
  retryField,
  onSubmit,
  onError,
}: {
  schema: Schema<Values>;
  /** Left out before sign-in: what the browser filled in before the page came alive then stays. */
  defaultValues?: DefaultValues<Values>;
  /** Values that may arrive again from the server: fields that were edited keep theirs. */
  values?: Values;
  /** `onSubmit` for a field that is checked as a whole, such as a code. */
  mode?: 'onTouched' | 'onSubmit';
  fieldOf?: FieldOf<Values>;
  /** The field to type again after an error that is about no field. */
  retryField?: FieldPath<Values>;
  /** Rejects with the server's error. `leaving` keeps the form busy until the next page appears. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Returns true for an error that ends the form; a text appears above it. */
  onError?: (error: unknown, form: UseFormReturn<Values>) => boolean | string;
}): ServerForm<Values> {
  const formId = useId();
  const form = useForm<Values, unknown, Values>({
    resolver: standardSchemaResolver<Values, unknown, Values>(schema),
    mode,
    ...(mode === 'onSubmit' && { reValidateMode: 'onSubmit' }),
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [leaving, setLeaving] = useState(false);
  // State would let a second press through before the next render.
  const running = useRef(false);
  const accepted = useRef(false);

  const fail = (error: unknown) => {
    const handled = onError?.(error, form) ?? false;
    if (handled === true) return;
    if (handled) form.setError('root', { message: handled });
    else showServerErrors(form, error, fieldOf);
    if (retryField && form.formState.errors.root) form.setFocus(retryField, { shouldSelect: true });
    else focusFirstError(formId);
  };
  const send = form.handleSubmit(
    async (checked) => {
      try {
        if ((await onSubmit(checked)) === 'leaving') setLeaving(true);
        accepted.current = true;
      } catch (error) {
        fail(error);
      }
    },
    () => focusFirstError(formId),
  );
  const submit = async (event?: React.BaseSyntheticEvent) => {
    event?.preventDefault();
    // A dialog inside the page's form is no child of it in the document, but its events rise to it.
    event?.stopPropagation();
    if (running.current || leaving) return false;
    running.current = true;
    accepted.current = false;
    await send(event).finally(() => {
      running.current = false;
    });
    return accepted.current;
  };
  return {
    form,
    formId,
    submit,
    pending: isSubmitting || leaving,
    dirty: isDirty,
    error: errors.root?.message,
  };
}
