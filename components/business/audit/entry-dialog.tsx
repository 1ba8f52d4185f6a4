'use client';
import { Button } from '@/components/ui/base/button';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Dialog } from '@/components/ui/base/dialog';
import { formatDateTime, UNKNOWN } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { fieldText, type Names, valueText } from './change-text';
import { type ChangedValue, changedValues } from './changed-values';
import { actionLabel, objectName, wordsOf } from './labels';
import type { AuditEntry, Members } from './types';

function Value({
  value,
  path,
  tone,
  names,
}: {
  value: unknown;
  path: string;
  tone: 'removed' | 'added';
  names: Names;
}) {
  const text = valueText(value, path, names);
  if (text === UNKNOWN) return <span className="text-muted">{UNKNOWN}</span>;
  const style =
    tone === 'removed' ? 'bg-tint-danger text-on-tint-danger' : 'bg-tint-success text-on-tint-success';
  return (
    <span
      className={`whitespace-pre-wrap break-words rounded-sm px-1 py-0.5 [box-decoration-break:clone] ${style}`}
    >
      {text}
    </span>
  );
}

function Difference({ changes, names }: { changes: readonly ChangedValue[]; names: Names }) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">Fields before and after</caption>
      <thead>
        <tr className="border-border border-b text-muted">
          <th scope="col" className="w-1/4 py-1.5 pr-3 font-medium">
            Field
          </th>
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Before
          </th>
          <th scope="col" className="py-1.5 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path} className="border-border border-b align-top last:border-b-0">
            <th scope="row" className="break-words py-2 pr-3 font-medium">
              {fieldText(path)}
            </th>
            <td className="py-2 pr-3">
              <Value value={before} path={path} tone="removed" names={names} />
            </td>
            <td className="py-2">
              <Value value={after} path={path} tone="added" names={names} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One change whole: who, when, from where, and each field before and after. */
export function EntryDialog({
  entry,
  members,
  onClose,
}: {
  entry: AuditEntry;
  members: Members;
  onClose: () => void;
}) {
  const { timezone } = useViewer().entity;
  const changes = changedValues(entry.before, entry.after);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={actionLabel(entry.action)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-6">
        <DefinitionList
          columns={2}
          items={[
            { term: 'Actor', value: entry.actor.name },
            { term: 'When', value: formatDateTime(entry.created_at, timezone) },
            { term: wordsOf(entry.object.type), value: objectName(entry, members) },
            { term: 'Address', value: entry.address || UNKNOWN },
            {
              term: 'Object id',
              value: <code className="select-all font-mono text-xs">{entry.object.id}</code>,
            },
            {
              term: 'Request id',
              value: <code className="select-all font-mono text-xs">{entry.request_id || UNKNOWN}</code>,
            },
          ]}
        />
        {changes.length > 0 ? (
          <Difference changes={changes} names={entry.names} />
        ) : (
          <p className="text-muted">No fields are recorded for this change.</p>
        )}
      </div>
    </Dialog>
  );
}
