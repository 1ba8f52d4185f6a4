'use client';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/base/card';
import { PageHeader } from '@/components/ui/base/page-header';
import { CheckboxField, SelectField, TextareaField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { NumberField } from '@/components/ui/forms/number-field';
import { SaveBar } from '@/components/ui/forms/save-bar';
import type { ServerForm } from '@/components/ui/forms/use-server-form';
import {
  optionsOf,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingsCard,
} from '@/server/features/entities/settings.schema';
import { type SettingsValues, settingsPatch, settingsSchema, settingsValues } from './settings-values';
import type { Entity } from './types';
import { useEntityForm } from './use-entity-form';

const NARROW = 'sm:max-w-48';

/** The settings of a card, in the order of their declaration. */
export const settingsOfCard = (card: SettingsCard): SettingName[] =>
  SETTING_NAMES.filter((name) => (SETTINGS[name] as Setting).card === card);

/** The field of a setting. @param hint where the one declared doesn't say enough */
function SettingField({ name, hint }: { name: SettingName; hint?: ReactNode }) {
  const setting: Setting = SETTINGS[name];
  const named = { name, label: setting.label ?? name, hint: hint ?? setting.hint };
  switch (setting.kind) {
    case 'flag':
      return <CheckboxField {...named} />;
    case 'choice':
      return <SelectField {...named} options={optionsOf(setting)} className="sm:max-w-72" />;
    case 'words':
      return <TextareaField {...named} rows={4} maxLength={setting.max} />;
    case 'dollars':
      return <NumberField {...named} money className={NARROW} />;
    case 'percent':
      return <NumberField {...named} decimals={2} suffix="%" className={NARROW} />;
    case 'count':
      return <NumberField {...named} suffix={setting.unit} className={NARROW} />;
    case 'timezone':
      throw new Error('A timezone is chosen on the page of the business.');
  }
}

/** The fields of a card. */
export function SettingFields({
  card,
  hints = {},
}: {
  card: SettingsCard;
  hints?: Partial<Record<SettingName, ReactNode>> | undefined;
}) {
  return (
    <div className="flex flex-col gap-4">
      {settingsOfCard(card).map((name) => (
        <SettingField key={name} name={name} hint={hints[name]} />
      ))}
    </div>
  );
}

/** A form of the settings of some cards, which saves what was changed. @param done what a notice says then */
export function useSettingsForm(
  entity: Entity,
  cards: readonly SettingsCard[],
  done: string,
  onSaved?: () => void,
): ServerForm<SettingsValues> {
  const names = cards.flatMap(settingsOfCard);
  return useEntityForm<SettingsValues>(entity, {
    schema: settingsSchema(names),
    valuesOf: (saved) => settingsValues(saved, names),
    patchOf: settingsPatch,
    done,
    onSaved,
  });
}

export interface CardOfSettings {
  card: SettingsCard;
  title: string;
  description?: string;
  hints?: Partial<Record<SettingName, ReactNode>>;
}

/** A page of settings: its cards, saved together. @param children what stands below them */
export function SettingsPage({
  title,
  form,
  cards,
  children,
}: {
  title: string;
  form: ServerForm<SettingsValues>;
  cards: readonly CardOfSettings[];
  children?: ReactNode;
}) {
  return (
    <div className="max-w-3xl">
      <PageHeader title={title} />
      <Form form={form} locked className="flex flex-col gap-5">
        {cards.map(({ card, hints, ...shown }) => (
          <Card key={card} {...shown}>
            <SettingFields card={card} hints={hints} />
          </Card>
        ))}
      </Form>
      <SaveBar form={form} />
      {children}
    </div>
  );
}
