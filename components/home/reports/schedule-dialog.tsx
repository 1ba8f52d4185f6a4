'use client';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { useMembers } from '@/components/business/team/use-members';
import { Checkbox } from '@/components/ui/base/checkbox';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { MailOff } from '@/components/ui/forms/mail-off';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { WEEKDAYS } from '@/server/kernel/delivery-days';
import type { SalesFilter } from './sales-address';
import {
  hourLabel,
  mailedQuery,
  queryLabel,
  REPORTS,
  type ReportSchedule,
  reportLabel,
  WEEKDAY_LABELS,
} from './schedule-words';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }));

const Values = z.object({
  report: z.enum(REPORTS),
  weekday: z.enum(WEEKDAYS),
  hour: z.string(),
  member_ids: z.array(z.string()).check(z.minLength(1, 'Choose at least one member')),
});
type Values = z.infer<typeof Values>;

/** Mails a report each week, as the page is filtered now; with `schedule`, changes when and to whom. */
export function ScheduleDialog({
  filter,
  schedule,
  me,
  onClose,
}: {
  filter: SalesFilter;
  schedule?: ReportSchedule;
  /** Id of the member who is signed in. */
  me: string;
  onClose: () => void;
}) {
  const { entity, isMailOff } = useViewer();
  const create = trpc.reportSchedules.create.useMutation();
  const update = trpc.reportSchedules.update.useMutation();
  const form = useServerForm<Values>({
    schema: Values,
    defaultValues: {
      report: schedule?.report ?? 'sales',
      weekday: schedule?.weekday ?? 'mon',
      hour: String(schedule?.hour ?? 8),
      member_ids: schedule?.member_ids ?? [me],
    },
    onSubmit: async ({ report, hour, ...rest }) => {
      const when = { ...rest, hour: Number(hour) };
      if (schedule) await update.mutateAsync({ id: schedule.id, ...when });
      else await create.mutateAsync({ report, query: mailedQuery(report, filter), ...when });
      showDone(schedule ? 'Report by mail updated' : 'Report scheduled');
      onClose();
    },
  });
  const report = form.form.watch('report');
  const covers = queryLabel(schedule?.query ?? mailedQuery(report, filter));
  return (
    <FormDialog
      form={form}
      size="sm"
      title={
        schedule
          ? `Change ${reportLabel(schedule.report, schedule.query, entity.type)} by mail`
          : 'Schedule email'
      }
      description="Each member gets a PDF with what they may see."
      submitLabel={schedule ? 'Save changes' : 'Schedule report'}
      onClose={onClose}
    >
      {isMailOff && <MailOff what="the reports" />}
      {schedule ? (
        <p className="text-muted">{covers}</p>
      ) : (
        <SelectField
          name="report"
          label="Report"
          hint={covers || undefined}
          options={REPORTS.map((value) => ({
            value,
            label: reportLabel(value, mailedQuery(value, filter), entity.type),
          }))}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          name="weekday"
          label="Day"
          options={WEEKDAYS.map((value) => ({ value, label: WEEKDAY_LABELS[value] }))}
        />
        <SelectField name="hour" label="Hour" options={HOURS} />
      </div>
      <p className="-mt-2 text-muted text-sm">Timezone: {entity.timezone}</p>
      <MembersField />
    </FormDialog>
  );
}

function MembersField() {
  const id = useId();
  const members = useMembers();
  const { field, fieldState, formState } = useController<Values, 'member_ids'>({ name: 'member_ids' });
  const choose = (member: string, isChosen: boolean) => {
    const others = field.value.filter((one) => one !== member);
    field.onChange(isChosen ? [...others, member] : others);
  };
  return (
    <fieldset aria-describedby={fieldState.error && `${id}-error`}>
      <legend className="mb-1.5 font-medium">Members</legend>
      <ul className="max-h-56 divide-y divide-border overflow-y-auto rounded-lg border border-border">
        {members.map(({ value, label }) => (
          <li key={value} className="flex items-center gap-3 px-3 py-2">
            <Checkbox
              id={`${id}-${value}`}
              checked={field.value.includes(value)}
              disabled={formState.isSubmitting}
              onCheckedChange={(isChosen) => choose(value, isChosen)}
            />
            <label htmlFor={`${id}-${value}`} className="min-w-0 flex-1 break-words">
              {label}
            </label>
          </li>
        ))}
        {members.length === 0 && <li className="px-3 py-2 text-muted">Loading members…</li>}
      </ul>
      {fieldState.error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-destructive text-sm">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
