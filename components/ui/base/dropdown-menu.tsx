'use client';
import { Check } from 'lucide-react';
import * as Primitive from 'radix-ui/dropdown-menu';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cn } from './class-names';
import { itemStyle, panelStyle } from './menu-style';

/** A menu of acts at its trigger, open from the start: LateOverlay brings it with its first use. */
export function DropdownMenu({
  trigger,
  align = 'end',
  side,
  className,
  children,
}: {
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string;
  children: ReactNode;
}) {
  return (
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            panelStyle,
            'max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-[calc(100vw-1rem)] overflow-y-auto p-1',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** One act; with `asChild` a link. `destructive` colors it. */
export function MenuItem({
  destructive,
  className,
  ...props
}: ComponentProps<typeof Primitive.Item> & { destructive?: boolean }) {
  return (
    <Primitive.Item
      className={cn(itemStyle, destructive ? 'text-destructive' : '[&>svg]:text-muted', className)}
      {...props}
    />
  );
}

/** A choice of one among several, with a check mark at the current one. */
export function MenuRadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}) {
  return (
    <Primitive.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
    >
      {options.map((option) => (
        <Primitive.RadioItem key={option.value} value={option.value} className={cn(itemStyle, 'pr-8')}>
          {option.icon}
          {option.label}
          <Primitive.ItemIndicator className="absolute right-2">
            <Check aria-hidden />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

/** Choices of any of several, each with a check mark while it is chosen; the menu stays open. */
export function MenuCheckboxes({
  label,
  options,
  onCheckedChange,
}: {
  label: string;
  options: readonly { value: string; label: string; checked: boolean }[];
  onCheckedChange: (value: string, checked: boolean) => void;
}) {
  return (
    <Primitive.Group aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Primitive.CheckboxItem
          key={option.value}
          checked={option.checked}
          onCheckedChange={(checked) => onCheckedChange(option.value, checked)}
          onSelect={(event) => event.preventDefault()}
          className={cn(itemStyle, 'pr-8')}
        >
          {option.label}
          <Primitive.ItemIndicator className="absolute right-2">
            <Check aria-hidden />
          </Primitive.ItemIndicator>
        </Primitive.CheckboxItem>
      ))}
    </Primitive.Group>
  );
}

/** A heading within a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 pt-1.5 pb-1 text-muted text-xs">{children}</Primitive.Label>;
}

/** A line between groups of acts. */
export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-border" />;
}
