'use client';
import { useId } from 'react';
import { Checkbox } from '@/components/ui/base/checkbox';
import { FaultText } from '@/components/ui/base/fault-text';
import type { EventChoice } from './types';

/** Which events an endpoint gets: all of them, or those that are chosen. */
export function EventPicker({
  choices,
  value,
  onValueChange,
  error,
}: {
  choices: readonly EventChoice[];
  /** Names, or `*` for all. */
  value: readonly string[];
  onValueChange: (events: string[]) => void;
  error?: string;
}) {
  const id = useId();
  const all = value.includes('*');
  const toggle = (name: string, chosen: boolean) => {
    const others = value.filter((one) => one !== name && one !== '*');
    onValueChange(chosen ? [...others, name] : others);
  };
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 font-medium">Events</legend>
      <FaultText id={`${id}-error`} message={error} className="mb-1.5" />
      <ul className="divide-y divide-border rounded-lg border border-border">
        <Choice
          label="All events"
          summary="Including events added later"
          checked={all}
          invalid={Boolean(error)}
          onChange={(chosen) => onValueChange(chosen ? ['*'] : [])}
        />
        {choices.map(({ name, summary }) => (
          <Choice
            key={name}
            label={<code className="font-mono text-sm">{name}</code>}
            summary={summary}
            checked={!all && value.includes(name)}
            onChange={(chosen) => toggle(name, chosen)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

function Choice({
  label,
  summary,
  checked,
  invalid,
  onChange,
}: {
  label: React.ReactNode;
  summary: string;
  checked: boolean;
  invalid?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <Checkbox
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={`${id}-summary`}
        aria-invalid={invalid || undefined}
        className="mt-0.5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block break-words font-medium">
          {label}
        </label>
        <p id={`${id}-summary`} className="text-muted text-sm">
          {summary}
        </p>
      </div>
    </li>
  );
}
