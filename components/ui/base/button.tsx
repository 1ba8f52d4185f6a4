import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { Spinner } from './spinner';

// On a phone a target has 44 px, whatever its size elsewhere, and one among words 32.
const buttonStyle = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-lg border border-transparent font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary shadow-xs hover:bg-primary-hover',
        secondary: 'border-control/60 bg-surface text-text shadow-xs hover:border-control hover:bg-hover',
        ghost: 'text-text hover:bg-hover data-[state=open]:bg-hover',
        destructive: 'bg-destructive text-on-destructive shadow-xs hover:bg-destructive-hover',
        link: 'h-auto! max-md:min-h-8 rounded-sm px-0! text-link underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-7 rounded-md px-2.5 text-sm max-md:h-11 max-md:px-3.5',
        md: 'h-9 px-3.5 max-md:h-11',
        lg: 'h-10 px-4 max-md:h-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyle> & {
    /** Renders its single child (a link) in the button's clothes. */
    asChild?: boolean;
    /** Shows a spinner and swallows further presses, without losing the focus as `disabled` would. */
    pending?: boolean;
  };

/** A button: verb first, one `primary` in a view. */
export function Button({ className, variant, size, asChild, pending, ...props }: ButtonProps) {
  const style = cn(buttonStyle({ variant, size }), className);
  if (asChild) return <Slot className={style} {...props} />;
  const { children, onClick, type = 'button', ...rest } = props;
  return (
    <button
      type={pending ? 'button' : type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={style}
      {...rest}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
