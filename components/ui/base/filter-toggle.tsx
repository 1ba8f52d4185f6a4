import { cn } from './class-names';

const shape =
  'inline-flex h-7 max-w-full max-md:h-11 items-center rounded-full border text-sm transition-colors';

/** A filter that is on or off ("Low stock"). */
export function FilterToggle({
  label,
  pressed,
  onPressedChange,
}: {
  label: string;
  pressed: boolean;
  onPressedChange: (pressed: boolean) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onPressedChange(!pressed)}
      className={cn(
        shape,
        'px-3 font-medium',
        pressed
          ? 'border-primary bg-selected text-text'
          : 'border-control border-dashed text-muted hover:bg-hover hover:text-text',
      )}
    >
      {label}
    </button>
  );
}
