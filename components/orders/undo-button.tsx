import { Button } from '@/components/ui/base/button';

/** In the place of the button that was pressed, whose double click it must not take. */
export function UndoButton({
  label,
  onUndo,
  size = 'sm',
}: {
  label: string;
  onUndo: () => void;
  size?: 'sm';
}) {
  return (
    <Button size={size} data-undo aria-label={label} onClick={({ detail }) => detail < 2 && onUndo()}>
      Undo
    </Button>
  );
}
