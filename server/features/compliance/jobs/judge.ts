import {
  type AdjustmentFacts,
  type JobEdits,
  type Judged,
  judgeAdjustment,
  judgeFinish,
  UNSUPPORTED,
} from '../outbox/adjustment';
import { judgeTemplate, type TemplateFacts } from '../outbox/template';
import { capabilityOf, type StateCode } from '../states';
import type { TransferType, VendorReason } from '../tables';
import type { JobKind } from '../words';

/** What is known of the license of a job. */
export interface JobSite {
  state: StateCode;
  reasons: Record<string, string> | null;
  vendorReasons: VendorReason[] | null;
  transferType: string | null;
  transferTypes: TransferType[] | null;
}

/** What a finish is made of. */
export interface FinishFacts {
  tag: string;
  day: string;
}

interface Judging {
  id: string;
  kind: JobKind;
  facts: unknown;
  edits: JobEdits;
}

/** What is sent of a job, and what stands against it, as things are now. */
export function judgeJob(
  { id, kind, facts, edits }: Judging,
  site: JobSite,
  { unit = null, templateId = null }: { unit?: string | null; templateId?: string | null } = {},
): Judged {
  const { packages, templates } = capabilityOf(site.state);
  if (kind === 'package_adjustment') {
    return judgeAdjustment(id, facts as AdjustmentFacts, edits, { ...site, packages }, unit);
  }
  if (kind === 'package_finish') {
    const { tag, day } = facts as FinishFacts;
    return judgeFinish(tag, day, edits, { ...site, packages });
  }
  if (kind === 'transfer_template_delete') {
    const path = `/transfers/v2/templates/outgoing/${templateId === null ? '{id}' : encodeURIComponent(templateId)}`;
    return { request: { method: 'DELETE', path, body: null }, problems: templates ? [] : [UNSUPPORTED] };
  }
  const known = { ...site, templates };
  return judgeTemplate(
    facts as TemplateFacts,
    known,
    kind === 'transfer_template' ? null : (templateId ?? '0'),
  );
}
