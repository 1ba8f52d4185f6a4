'use client';
import { useId } from 'react';
import { Button } from '@/components/ui/base/button';
import { Checkbox } from '@/components/ui/base/checkbox';
import { FaultText } from '@/components/ui/base/fault-text';
import { GROUPS, PRESETS } from './labels';
import type { KeyPermission } from './types';

/** What a key may do: a preset, or each permission that the user has. */
export function PermissionPicker({
  can,
  value,
  onValueChange,
  error,
}: {
  can: (permission: KeyPermission) => boolean;
  value: readonly string[];
  onValueChange: (permissions: string[]) => void;
  error?: string;
}) {
  const id = useId();
  const toggle = (name: string, chosen: boolean) =>
    onValueChange(chosen ? [...value, name] : value.filter((one) => one !== name));
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 font-medium">Permissions</legend>
      <FaultText id={`${id}-error`} message={error} className="mb-1.5" />
      <div className="mb-3 flex flex-wrap gap-2">
        {PRESETS.map(({ label, permissions }) => {
          const granted = permissions.filter(can);
          const pressed = granted.length === value.length && granted.every((one) => value.includes(one));
          return (
            <Button
              key={label}
              size="sm"
              aria-pressed={pressed}
              onClick={() => onValueChange(granted)}
              className="aria-pressed:border-primary aria-pressed:bg-selected"
            >
              {label}
            </Button>
          );
        })}
      </div>
      <div className="divide-y divide-border rounded-lg border border-border">
        {GROUPS.map(({ label, permissions }) => {
          const offered = permissions.filter(([name]) => can(name));
          if (offered.length === 0) return null;
          return (
            <fieldset key={label} className="px-3 py-2.5 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)]">
              {/* A legend can't be placed in a grid: it names the group, and the text beside it is for the eye. */}
              <legend className="sr-only">{label}</legend>
              <p aria-hidden className="font-medium max-sm:mb-1.5">
                {label}
              </p>
              <div className="flex flex-wrap gap-x-5 gap-y-2">
                {offered.map(([name, what]) => (
                  <label
                    key={name}
                    htmlFor={`${id}-${name}`}
                    className="flex items-center gap-2"
                    title={name}
                  >
                    <Checkbox
                      id={`${id}-${name}`}
                      checked={value.includes(name)}
                      onCheckedChange={(chosen) => toggle(name, chosen)}
                      aria-invalid={Boolean(error) || undefined}
                    />
                    {what}
                  </label>
                ))}
              </div>
            </fieldset>
          );
        })}
      </div>
    </fieldset>
  );
}
