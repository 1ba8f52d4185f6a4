'use client';
import * as Primitive from 'radix-ui/alert-dialog';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Button } from './button';
import { cn } from './class-names';
import { useDialogFocus } from './dialog-focus';
import { Field } from './field';
import { Input } from './input';
import { overlayStyle } from './overlay-style';

/** Mounts with each opening, as its focus needs. */
function QuestionContent(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...useDialogFocus()} {...props} />;
}

/**
 * Asks before what cannot be undone. Both buttons are verbs ("Cancel order", "Keep order"); while
 * `onConfirm`'s promise runs neither responds again, and the dialog closes when it resolves. With `typedName`
 * the name must be typed first. A rejected promise, or one of false, leaves the dialog open: show why in `children`.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  destructive = true,
  typedName,
  disabled = false,
  size = 'sm',
  onConfirm,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  destructive?: boolean;
  typedName?: string;
  disabled?: boolean;
  /** `md` for one that shows a table. */
  size?: 'sm' | 'md';
  onConfirm: () => unknown;
  children?: ReactNode;
}) {
  const [pending, setPending] = useState(false);
  const [typed, setTyped] = useState('');
  // State would let a second click through before the next render.
  const running = useRef(false);
  const change = (next: boolean) => {
    if (running.current) return;
    setTyped('');
    onOpenChange(next);
  };
  const confirm = async () => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    try {
      const response = await onConfirm();
      running.current = false;
      if (response !== false) change(false);
    } catch {
      // The caller shows why; the question stays open for another try.
    } finally {
      running.current = false;
      setPending(false);
    }
  };
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <QuestionContent
          className={cn(
            size === 'sm' ? 'max-w-md' : 'max-w-xl',
            'fade-in-0 fixed top-1/2 left-1/2 z-50 flex max-h-[85dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-in flex-col rounded-lg border border-border bg-raised shadow-lg outline-none duration-150',
          )}
        >
          <div className="flex flex-col gap-4 overflow-y-auto p-5">
            <div>
              <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
              <Primitive.Description asChild>
                <div className="mt-1 text-muted">{description}</div>
              </Primitive.Description>
            </div>
            {children}
            {typedName && (
              <Field label={`Type “${typedName}” to confirm`}>
                <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
              </Field>
            )}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-border border-t px-5 py-3.5">
            <Primitive.Cancel asChild>
              <Button data-dialog-close>{cancelLabel}</Button>
            </Primitive.Cancel>
            <Button
              variant={destructive ? 'destructive' : 'primary'}
              pending={pending}
              disabled={disabled || (typedName !== undefined && typed.trim() !== typedName)}
              onClick={confirm}
            >
              {confirmLabel}
            </Button>
          </footer>
        </QuestionContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
